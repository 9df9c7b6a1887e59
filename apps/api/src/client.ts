/**
 * The typed client: paths, inputs and answers follow from the routes' declarations, so a change of the API is a type error at its users.
 *
 * Example: `const answer = await apiClient('http://localhost:4000').v1.me.$get(); if (answer.ok) (await answer.json()).name`.
 */
import { type ClientRequestOptions, hc } from 'hono/client';
import type { AppType } from './app.ts';

export type ApiClient = ReturnType<typeof hc<AppType>>;

export const apiClient = (baseUrl: string, options?: ClientRequestOptions): ApiClient => hc<AppType>(baseUrl, options);
