/** Probable dividends as they change: pushed by the server, polled when the stream is not to be had. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { mergeProbables, type ProbablesUpdate } from './merge-probables.ts';
import { probablesQuery } from './queries.ts';

export function useProbables(contestId: string, live: boolean) {
  const client = useQueryClient();
  useEffect(() => {
    if (!live) return;
    const stream = new EventSource(`/v1/contests/${encodeURIComponent(contestId)}/probables/stream`);
    stream.addEventListener('probables', (event) => {
      const update = JSON.parse(event.data) as ProbablesUpdate;
      client.setQueryData(probablesQuery(contestId).queryKey, (earlier) => mergeProbables(earlier, update));
    });
    return () => stream.close();
  }, [client, contestId, live]);
  return useQuery(probablesQuery(contestId));
}
