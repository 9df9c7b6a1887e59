import { useQuery, useQueryClient } from '@tanstack/react-query';
import { meQuery } from '../api/queries.ts';
import { request } from '../api/request.ts';

/** Who is signed in: undefined while unknown, null when nobody. */
export const useMe = () => useQuery(meQuery).data;

export function useSignIn() {
  const client = useQueryClient();
  return {
    signIn: async (email: string, password: string): Promise<void> => {
      await request('/v1/auth/sign-in/email', { body: { email, password } });
      await client.invalidateQueries();
    },
    signOut: async (): Promise<void> => {
      await request('/v1/auth/sign-out', { body: {} });
      client.clear();
      location.assign('/');
    },
  };
}
