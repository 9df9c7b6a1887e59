// Keeps the terminal's own files, so that it starts without a connection and can say so. Nothing of the API is ever kept: what a
// terminal shows about money comes from the platform or is not shown.
const SHELL = 'terminal-shell-1';

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(SHELL)
      .then((cache) => cache.add('/terminal/'))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== SHELL).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

const keep = async (request, response) => {
  if (response.ok) await (await caches.open(SHELL)).put(request, response.clone());
  return response;
};

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || !pathname.startsWith('/terminal/')) return;
  // Built files carry a hash in their name and never change; the page itself is asked for first, so that a new version is taken up.
  const answer = pathname.startsWith('/terminal/assets/')
    ? caches.match(request).then((kept) => kept ?? fetch(request).then((response) => keep(request, response)))
    : fetch(request).then(
        (response) => keep(request.mode === 'navigate' ? '/terminal/' : request, response),
        () => caches.match(request.mode === 'navigate' ? '/terminal/' : request).then((kept) => kept ?? Response.error()),
      );
  event.respondWith(answer);
});
