import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { applyTheme, createI18n, preferredLanguage, ServerClockProvider } from '@valira/ui';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { Problem } from './api/problem.ts';
import { serverClock } from './api/request.ts';
import './app.css';
import { createAppRouter } from './router.tsx';
import { webWords } from './words.ts';

const client = new QueryClient({
  defaultOptions: {
    queries: {
      // A refusal is an answer; only a lost connection or a fault is worth asking again.
      retry: (count, error) => count < 2 && !(error instanceof Problem && error.status >= 400 && error.status < 500),
      refetchOnWindowFocus: true,
    },
  },
});

async function start(root: HTMLElement): Promise<void> {
  applyTheme();
  const words = await createI18n(webWords, { language: preferredLanguage(), parts: ['shop'] });
  const router = createAppRouter(client);
  createRoot(root).render(
    <StrictMode>
      <I18nextProvider i18n={words}>
        <QueryClientProvider client={client}>
          <ServerClockProvider clock={serverClock}>
            <Suspense fallback={null}>
              <RouterProvider router={router} />
            </Suspense>
          </ServerClockProvider>
        </QueryClientProvider>
      </I18nextProvider>
    </StrictMode>,
  );
}

const root = document.getElementById('app');
if (!root) throw new Error('index.html has no #app');
await start(root);
