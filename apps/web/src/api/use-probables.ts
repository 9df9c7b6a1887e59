/** Probable dividends as they change: pushed by the server, polled when the stream is not to be had. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { probablesQuery } from './queries.ts';
import type { Probables } from './wire.ts';

export function useProbables(contestId: string, live: boolean) {
  const client = useQueryClient();
  useEffect(() => {
    if (!live) return;
    const stream = new EventSource(`/v1/contests/${encodeURIComponent(contestId)}/probables/stream`);
    stream.addEventListener('probables', (event) => {
      client.setQueryData(probablesQuery(contestId).queryKey, JSON.parse(event.data) as Probables);
    });
    return () => stream.close();
  }, [client, contestId, live]);
  return useQuery(probablesQuery(contestId));
}
