import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** rest ends what moves for a moment: a dialog that is still fading in has no contrast yet. */
const rest = () => document.getAnimations()
  .filter(({ effect }) => effect.getComputedTiming().endTime <= 1000).forEach((moving) => moving.finish());

/** violations are what axe finds on a page at rest, in a few words each. */
export async function violations(page) {
  await page.evaluate(axe);
  await page.evaluate(rest);
  return page.evaluate(async () => {
    const { violations } = await window.axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' ')}`);
  });
}
