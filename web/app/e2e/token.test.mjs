import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { resolve } from 'node:path';
import { after, test } from 'node:test';
import { product } from './lib/product.mjs';

// A front end of another origin that knows LiveKit's client and nothing of ours.

const client = await readFile(resolve(import.meta.dirname, '../node_modules/livekit-client/dist/livekit-client.umd.js'));

/** A site that holds LiveKit's client alone. */
async function site() {
  const http = createServer((request, reply) => {
    const script = request.url === '/client.js';
    reply.setHeader('Content-Type', script ? 'text/javascript' : 'text/html');
    reply.end(script ? client : '<!doctype html><link rel="icon" href="data:,"><script src="/client.js"></script>');
  }).listen(0, '127.0.0.1');
  await once(http, 'listening');
  return { origin: `http://127.0.0.1:${http.address().port}`, close: () => http.close() };
}

const listed = await site();
const stranger = await site();
after(() => {
  for (const s of [listed, stranger]) s.close();
});

const parley = product({ flags: ['--cors-origins', listed.origin] });

/** call asks for a token as useSession does, joins, and returns what it sees of the agent. */
const call = (page, url) =>
  page.evaluate(async (url) => {
    const { Room, TokenSource } = window.LivekitClient;
    const source = TokenSource.endpoint(`${url}/api/token`);
    const token = await source.fetch({
      roomName: 'a-name-of-mine', participantName: 'Ada', agentName: 'parley', agentMetadata: 'riskyProjectApproval',
    });
    const room = new Room();
    const line = new Promise((done) => {
      room.registerTextStreamHandler('lk.transcription', async (reader) => done(await reader.readAll()));
    });
    await room.connect(token.serverUrl, token.participantToken);
    const said = await line;
    const agents = [...room.remoteParticipants.values()].filter((p) => p.isAgent).length;
    const seen = { agents, said, room: room.name, name: room.localParticipant.name };
    await room.disconnect();
    return seen;
  }, url);

test("a listed site gets into a call by LiveKit's TokenSource", { timeout: 60_000 }, async () => {
  const { page, faults } = await parley.open({ url: listed.origin });
  const seen = await call(page, parley.server.url);
  assert.equal(seen.agents, 1);
  assert.ok(seen.said.length > 0, 'the character said nothing');
  assert.equal(seen.name, 'Ada');
  assert.match(seen.room, /^room_[a-z2-7]{26}$/, 'the room is not one of our own');
  assert.deepEqual(faults, []);
});

test('a site that is not listed gets nothing', { timeout: 60_000 }, async () => {
  const { page, faults } = await parley.open({ url: stranger.origin });
  await assert.rejects(call(page, parley.server.url), /Failed to fetch/);
  assert.match(faults.join(), /CORS/);
});
