/** A command on a contest: afterwards the contest is read again, whether it was done or refused. */
import { useMutation, useQueryClient } from '@tanstack/react-query';

export function useCommand<Input>(contestId: string, run: (input: Input) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: run, onSettled: () => client.invalidateQueries({ queryKey: ['console', 'contest', contestId] }) });
}
