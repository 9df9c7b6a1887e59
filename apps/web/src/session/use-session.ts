import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Challenge } from 'altcha-lib';
import { meQuery } from '../api/queries.ts';
import { request } from '../api/request.ts';
import { solveChallenge } from './solve-challenge.ts';

/** Who is signed in: undefined while unknown, null when nobody. */
export const useMe = () => useQuery(meQuery).data;

export type SignInStep = { readonly signedIn: boolean; readonly next: 'two-factor' | null };
export type SignInInput = {
  readonly email: string;
  readonly password: string /** Players say it at each visit. */;
  readonly birthDate?: string;
};

export function useSignIn() {
  const client = useQueryClient();
  const entered = async (step: SignInStep): Promise<SignInStep> => {
    if (step.signedIn) await client.invalidateQueries();
    return step;
  };
  return {
    signIn: async (body: SignInInput): Promise<SignInStep> => {
      const challenge = await solveChallenge(await request<Challenge>('/v1/auth/challenge'));
      return entered(await request<SignInStep>('/v1/auth/sign-in/email', { body, headers: { 'valira-challenge': challenge } }));
    },
    showCode: async (code: string): Promise<SignInStep> =>
      entered(await request<SignInStep>('/v1/auth/sign-in/two-factor', { body: { code } })),
    signOut: async (): Promise<void> => {
      await request('/v1/auth/sign-out', { body: {} });
      client.clear();
      location.assign('/');
    },
  };
}
