import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { applyTheme, createI18n, preferredLanguage, ServerClockProvider } from '@valira/ui';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { serverClock } from './api/terminal-api.ts';
import './app.css';
import { openTerminalStore } from './device/terminal-store.ts';
import { Terminal } from './terminal.tsx';
import { terminalWords } from './words.ts';

const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });

async function start(root: HTMLElement): Promise<void> {
  applyTheme();
  const [words, store] = await Promise.all([
    createI18n(terminalWords, { language: preferredLanguage(), parts: ['terminal'] }),
    openTerminalStore(),
  ]);
  const enrolment = await store.enrolment();
  createRoot(root).render(
    <StrictMode>
      <I18nextProvider i18n={words}>
        <QueryClientProvider client={client}>
          <ServerClockProvider clock={serverClock}>
            <Suspense fallback={null}>
              <Terminal store={store} enrolled={enrolment} />
            </Suspense>
          </ServerClockProvider>
        </QueryClientProvider>
      </I18nextProvider>
    </StrictMode>,
  );
}

if ('serviceWorker' in navigator && import.meta.env.PROD) {
  addEventListener('load', () => {
    // Without it the terminal works all the same; it only cannot start offline.
    navigator.serviceWorker.register('/terminal/shell-worker.js', { scope: '/terminal/' }).catch(() => {});
  });
}

const root = document.getElementById('app');
if (!root) throw new Error('index.html has no #app');
await start(root);
