import { createHmac } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

/**
 * serveHooks builds the page of LiveKit's hooks alone and serves it, from an
 * origin of its own.
 */
export async function serveHooks() {
  const out = await mkdtemp(join(tmpdir(), 'parley-hooks-'));
  const root = resolve(import.meta.dirname, '../hooks');
  await build({
    root, configFile: false, plugins: [react()], logLevel: 'error',
    build: { target: 'es2022', outDir: out, emptyOutDir: true, minify: false, modulePreload: { polyfill: false } },
  });
  const types = { '.html': 'text/html', '.js': 'text/javascript' };
  const server = createServer((request, reply) => {
    const path = request.url === '/' ? '/index.html' : request.url;
    readFile(join(out, path)).then(
      (body) => { reply.writeHead(200, { 'content-type': types[extname(path)] ?? 'text/plain' }).end(body); },
      () => { reply.writeHead(404).end(); },
    );
  });
  await new Promise((done) => { server.listen(0, '127.0.0.1', done); });
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await rm(out, { recursive: true, force: true });
  };
  return { url: `http://127.0.0.1:${server.address().port}/`, stop };
}

/** sign is a token for a room whose agent gets metadata, as a front end's own server makes them. */
export async function sign(data, metadata) {
  const [key, secret] = (await readFile(join(data, 'livekit.key'), 'utf8')).trim().split(': ');
  const now = Math.floor(Date.now() / 1000);
  const grants = {
    iss: key, sub: 'ada', nbf: now - 5, exp: now + 600,
    video: { roomJoin: true, room: `hooks-${Math.random()}`, canPublish: true, canPublishData: true, canSubscribe: true },
    roomConfig: { agents: [{ agentName: 'parley', metadata }] },
  };
  const body = [{ alg: 'HS256', typ: 'JWT' }, grants].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`;
}
