import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { createSocket } from 'node:dgram';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ownTime } from './own-time.mjs';

const root = resolve(import.meta.dirname, '../../../..');

/**
 * startServer runs `bin/parley serve` on free ports with a data folder of its
 * own, offline, and returns once it is ready for calls. With PARLEY_URL set it
 * uses the server there instead. more are further flags of the server.
 */
export async function startServer(...more) {
  if (process.env.PARLEY_URL) return { url: process.env.PARLEY_URL, stop: async () => undefined };
  const binary = process.env.PARLEY_BIN ?? join(root, 'bin/parley');
  const data = await mkdtemp(join(tmpdir(), 'parley-e2e-'));
  const [http, livekit, udp] = [await freeTCP(), await freeTCP(), await freeUDP()];
  const url = `http://127.0.0.1:${http}`;
  const child = spawn(
    binary,
    [
      'serve', '--http', `127.0.0.1:${http}`, '--ops', '', '--livekit-port', `${livekit}`, '--livekit-udp-port', `${udp}`,
      '--data', data, '--drain', '0', ...more,
    ],
    { cwd: root, env: offline(), stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => { log = (log + text).slice(-20_000); });
  const exited = once(child, 'exit').catch((error) => [error.message, null]);

  await until(`${url}/readyz`, exited, () => log);
  const stop = async () => {
    child.kill('SIGTERM'); // says goodbye to calls that are left; more end them at once
    let asked = 1;
    const clock = ownTime((ms) => {
      if (ms < asked * 500) return;
      asked += 1;
      child.kill(ms < 10_000 ? 'SIGTERM' : 'SIGKILL');
    });
    const [status, signal] = await exited;
    const ms = clock.stop();
    await rm(data, { recursive: true, force: true });
    return { status, signal, ms, log };
  };
  return { url, data, pid: child.pid, stop };
}

/** No key and no server of the environment may change what is tested. */
function offline() {
  const env = { ...process.env };
  for (const name of Object.keys(env)) if (/^(OPENAI|LIVEKIT|NATS|PARLEY)_/.test(name)) delete env[name];
  return env;
}

async function until(url, exited, log) {
  let over;
  void exited.then(([status]) => { over = status; });
  for (let tries = 0; tries < 300; tries++) {
    if (over !== undefined) throw new Error(`parley ended with ${over}:\n${log()}`);
    const ready = await fetch(url).then((reply) => reply.ok, () => false);
    if (ready) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`parley was not ready within 30 s:\n${log()}`);
}

async function freeTCP() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

async function freeUDP() {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  return port;
}
