/** Engines that run on the server itself, by the names the API gives them. */
const offline: Record<string, string> = { sphinx: 'PocketSphinx', flite: 'Flite', understudy: 'understudy', sherpa: 'sherpa-onnx' };

const roles = ['stt', 'llm', 'tts'] as const;

/** enginesLine says which engines hear, think and speak: "Offline: PocketSphinx · understudy · Flite". */
export function enginesLine(engines: Record<string, string>): string {
  const names = roles.map((role) => engines[role]).filter((name) => name !== undefined);
  if (names.length === 0) return '';
  const shown = names.map((name) => offline[name] ?? name.replace(/^openai:/, 'OpenAI API: ')).join(' · ');
  return (names.every((name) => name in offline) ? 'Offline: ' : 'Engines: ') + shown;
}
