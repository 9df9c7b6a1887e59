/**
 * What a developer reads: the OpenAPI document generated from the routes, a page to browse it, and every refusal's code and words
 * in the four languages (where a problem's `type` points). All files come from this server.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { OpenAPIHono } from '@hono/zod-openapi';
import { html } from 'hono/html';
import { LANGUAGES } from '../language.ts';
import { PROBLEMS } from '../problem-registry.ts';
import type { HttpEnv } from './http-env.ts';
import { newModule } from './new-module.ts';

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'";

const SWAGGER_FILES: Readonly<Record<string, string>> = {
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'swagger-ui.css': 'text/css; charset=utf-8',
};

const START = "window.SwaggerUIBundle({ url: '/v1/openapi.json', dom_id: '#swagger-ui', deepLinking: true, tryItOutEnabled: false });";

const require = createRequire(import.meta.url);
const swaggerFolder = dirname(require.resolve('swagger-ui-dist/package.json'));

type AnyApp = Pick<OpenAPIHono<HttpEnv>, 'getOpenAPI31Document'>;

/** The document of all routes of `app`. */
export const openApiDocument = (app: AnyApp) =>
  app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Valira API',
      version: '1',
      description:
        'Money is decimal text in minor units of EUR. Commands take an Idempotency-Key, but for those that hand out a secret. Refusals are RFC 9457 problems; their codes are listed at /docs/problems. `x-allowed` names who may use a route.',
    },
    servers: [{ url: '/' }],
  });

/** `app` is read when the document is first asked for, so that it holds the routes added later too. */
export function docsPages(app: () => AnyApp) {
  let document: string | null = null;
  const files = new Map<string, string>();
  const module = newModule();
  module.use('*', async (c, next) => {
    c.header('content-security-policy', POLICY);
    await next();
  });
  module.get('/v1/openapi.json', (c) => {
    document ??= JSON.stringify(openApiDocument(app()));
    return c.body(document, 200, { 'content-type': 'application/json', 'cache-control': 'no-cache' });
  });
  module.get('/v1/docs', (c) =>
    c.html(html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Valira API</title>
<link rel="stylesheet" href="/v1/docs/swagger-ui.css"></head>
<body><div id="swagger-ui"></div><script src="/v1/docs/swagger-ui-bundle.js"></script><script src="/v1/docs/start.js"></script></body></html>`),
  );
  module.get('/v1/docs/start.js', (c) => c.body(START, 200, { 'content-type': 'text/javascript; charset=utf-8' }));
  module.get('/v1/docs/:file', (c) => {
    const name = c.req.param('file');
    const type = SWAGGER_FILES[name];
    if (!type) return c.notFound();
    const content = files.get(name) ?? readFileSync(join(swaggerFolder, name), 'utf8');
    files.set(name, content);
    return c.body(content, 200, { 'content-type': type, 'cache-control': 'public, max-age=86400' });
  });
  module.get('/docs/problems', (c) => {
    const rows = Object.entries(PROBLEMS).map(
      ([code, { status, words }]) =>
        html`<tr id="${code}"><th scope="row"><a href="#${code}"><code>${code}</code></a></th><td>${status}</td>${LANGUAGES.map(
          (language) => html`<td lang="${language}">${words[language]}</td>`,
        )}</tr>`,
    );
    return c.html(html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Problems — Valira API</title><style>body{font:1rem/1.5 system-ui,sans-serif;margin:2rem;color-scheme:light dark}table{border-collapse:collapse}th,td{border-bottom:1px solid;padding:.4rem .8rem;text-align:left;vertical-align:top;font-weight:normal}:target{outline:2px solid}</style></head>
<body><h1>Problems</h1><p>A refused request answers with <code>application/problem+json</code> and one of these codes. Codes do not change; words may.</p>
<table><thead><tr><th scope="col">code</th><th scope="col">HTTP</th><th scope="col">català</th><th scope="col">español</th><th scope="col">français</th><th scope="col">English</th></tr></thead>
<tbody>${rows}</tbody></table></body></html>`);
  });
  return module;
}
