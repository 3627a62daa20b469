import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answer, card, has, openAssistant, remembered, say, secondTab } from './lib/assistant.mjs';
import { shoot } from './lib/browser.mjs';
import { product } from './lib/product.mjs';

const parley = product();

/** morning is a zone in which it is between ten and eleven, so that no test meets a midnight. */
function morning() {
  const offset = ((10 - new Date().getUTCHours() + 35) % 24) - 11; // -11 to 12
  // At no offset the zone is UTC: Chromium calls Etc/GMT that, too.
  return { offset, timezoneId: offset === 0 ? 'UTC' : `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}` };
}

/** ics is a calendar of events today, on clocks of the user's zone. */
function ics(offset, ...events) {
  const today = new Date(Date.now() + offset * 3600_000).toISOString().slice(0, 10).replaceAll('-', '');
  const lines = events.flatMap(([title, start], i) => [
    'BEGIN:VEVENT', `UID:${i}`, ...(start === '' ? [] : [`DTSTART:${today}T${start}00`]), 'DURATION:PT30M', `SUMMARY:${title}`, 'END:VEVENT',
  ]);
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');
}

test('a day is imported, planned and summed up', { timeout: 120_000 }, async () => {
  const { offset, timezoneId } = morning();
  const { page, faults } = await parley.open({ timezoneId });
  await openAssistant(page, 'Sam');
  const other = await secondTab(page);
  await page.getByRole('button', { name: 'Memory' }).click();
  await page.locator(`select:has(option[value="${timezoneId}"]:checked)`).waitFor({ timeout: 20_000 });
  await page.getByLabel('Your calendar, as an .ics file').setInputFiles({
    name: 'work.ics', mimeType: 'text/calendar',
    buffer: Buffer.from(ics(offset, ['Stand-up', '0900'], ['Review with Ann', '1500'], ['When?', ''])),
  });
  await page.getByText('2 entries were taken, one could not be:').waitFor({ timeout: 20_000 });
  await page.getByRole('button', { name: 'Close' }).click();

  await say(page, 'Sam', 'what is on my calendar today');
  assert.match(await answer(page, 'Sam', 1), /2 appointments today: 09:00 Stand-up; 15:00 Review with Ann/);
  await say(page, 'Sam', 'Add task: Follow up with Ann');
  await answer(page, 'Sam', 2);
  await say(page, 'Sam', 'add urgent task send the report today');
  await answer(page, 'Sam', 3);
  await say(page, 'Sam', 'plan my day');
  const plan = await card(page, 'plan');
  assert.deepEqual(await plan.getByRole('listitem').allInnerTexts(), [
    'Send the report\n\ndue today, high priority', 'Follow up with Ann\n\nno due date',
  ]);
  await card(other, 'plan');
  await answer(page, 'Sam', 4);
  await shoot(page, 'chief-plan');

  await say(page, 'Sam', 'summarise my day');
  const summary = await card(page, 'summary');
  assert.deepEqual(await summary.locator('dl > div').allInnerTexts(), ['meetings\n2', 'overdue\n0', 'follow-up\n1']);
  assert.match(await answer(page, 'Sam', 5), /2 meetings and 1 action item for follow-up/);
  await shoot(page, 'chief-summary');
  assert.deepEqual(faults, []);
});

test('flights are shown with their prices, and booking one makes a task after a yes', { timeout: 120_000 }, async () => {
  const { page, faults } = await parley.open(morning());
  await openAssistant(page, 'Sam');
  const other = await secondTab(page);
  await say(page, 'Sam', 'find flights from Berlin to Paris on Friday');
  const flights = await card(page, 'flights');
  await flights.getByRole('listitem').nth(2).waitFor({ timeout: 20_000 }); // "Comparing them…" before that
  const options = await flights.getByRole('listitem').allInnerTexts();
  assert.equal(options.length, 3);
  for (const option of options) {
    assert.match(option, /\d\d:\d\d BER – \d\d:\d\d(\+1)? (CDG|ORY)/);
    assert.match(option, /€\d/);
  }
  assert.match(await answer(page, 'Sam', 1), /flights to Paris/);
  await shoot(page, 'chief-flights');
  await card(other, 'flights');

  await say(page, 'Sam', 'book the first one');
  const question = page.getByRole('region', { name: 'A question' });
  await question.getByText(/Shall I put flight 1 on your list/).waitFor({ timeout: 20_000 });
  const there = other.getByRole('region', { name: 'A question' });
  await there.waitFor({ timeout: 20_000 });
  await has(page);
  await shoot(page, 'chief-question');
  await question.getByRole('button', { name: 'Yes' }).click();
  for (const tab of [page, other]) await tab.getByRole('checkbox', { name: /^Complete: Look for a flight like .*Berlin.*Paris/ }).waitFor({ timeout: 20_000 });
  await question.waitFor({ state: 'detached', timeout: 20_000 });
  await there.waitFor({ state: 'detached', timeout: 20_000 });
  assert.deepEqual(faults, []);
});

test('what is remembered is shown, corrected and erased', { timeout: 120_000 }, async () => {
  const { page, faults } = await parley.open(morning());
  await openAssistant(page, 'Sam');
  await say(page, 'Sam', 'remember that I prefer window seats');
  await answer(page, 'Sam', 1);
  await page.getByRole('button', { name: 'Memory' }).click();
  await remembered(page, 'What you like', /window seats\s*you said so/);
  await page.getByRole('button', { name: 'Correct: window seats' }).click();
  await page.getByLabel('What is true').fill('aisle seats');
  await page.getByRole('button', { name: 'Save' }).click();
  await remembered(page, 'What you like', /aisle seats\s*you said so/);
  await shoot(page, 'chief-memory');
  await page.getByRole('button', { name: 'Close' }).click();
  await say(page, 'Sam', 'what do you know about me');
  assert.match(await answer(page, 'Sam', 2), /aisle seats/);

  await page.getByRole('button', { name: 'Memory' }).click();
  await page.getByRole('button', { name: 'Erase: aisle seats' }).click();
  await page.getByText('will be erased').waitFor();
  await page.getByText(/^Nothing yet/).waitFor({ timeout: 20_000 });
  await page.reload();
  await page.getByRole('button', { name: 'Memory' }).click();
  await page.getByText(/^Nothing yet/).waitFor({ timeout: 20_000 });
  assert.deepEqual(faults, []);
});

test('a reminder comes in every tab, and seen in one it is gone in all', { timeout: 120_000 }, async () => {
  const { page, faults } = await parley.open(morning());
  await openAssistant(page, 'Sam');
  const other = await secondTab(page);
  await say(page, 'Sam', 'remind me in 3 seconds to stretch');
  assert.match(await answer(page, 'Sam', 1), /I will remind you in a moment: Stretch\./);
  const cards = [page, other].map((tab) => tab.getByRole('region', { name: 'Reminder' }));
  for (const one of cards) await one.getByText('Stretch').waitFor({ timeout: 30_000 });
  await shoot(page, 'chief-reminder');
  await cards[1].getByRole('button', { name: 'Got it' }).click();
  for (const one of cards) await one.waitFor({ state: 'detached', timeout: 20_000 });
  await page.reload();
  await answer(page, 'Sam', 1);
  assert.equal(await cards[0].count(), 0);
  assert.deepEqual(faults, []);
});
