/** Engines that run on the server itself, by the names the API gives them. */
const offline: Record<string, string> = { sphinx: 'PocketSphinx', flite: 'Flite', understudy: 'understudy', sherpa: 'sherpa-onnx' };

export const isOffline = (name: string): boolean => Object.hasOwn(offline, name);

/** engineName is an engine as people know it. */
export function engineName(name: string): string {
  return (isOffline(name) ? offline[name] : undefined) ?? name.replace(/^openai:/, 'OpenAI API: ');
}
