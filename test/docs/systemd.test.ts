import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const folder = join(import.meta.dirname, '../../scripts/systemd');
const units = readdirSync(folder).filter((name) => /\.(service|target)$/.test(name));
const services = units.filter((name) => name.endsWith('.service'));
const textOf = (name: string): string => readFileSync(join(folder, name), 'utf8');
const settingOf = (name: string, key: string): string =>
  new RegExp(`^${key}=(.*)$`, 'm').exec(textOf(name))?.[1] ?? '';

it('gives each role a user of its own, and the password to those that may sign', () => {
  expect(services.map((name) => settingOf(name, 'User')).sort()).toEqual([
    'ferryman-api',
    'ferryman-execute',
    'ferryman-recover',
    'ferryman-signer',
    'ferryman-track',
    'ferryman-treasury',
  ]);
  const holders = (secret: string) =>
    services.filter((name) => textOf(name).includes(`LoadCredential=${secret}:`));
  // Where the keys are apart, the unit of `execute` is changed to have none.
  expect(holders('keystore_password').sort()).toEqual([
    'ferryman-execute@.service',
    'ferryman-signer.service',
  ]);
  // It verifies jobs of the intake queue, signs webhooks, and seals the jobs of treasury rules.
  expect(holders('intake_secret').sort()).toEqual([
    'ferryman-api.service',
    'ferryman-recover@.service',
    'ferryman-treasury@.service',
  ]);
  // The signer has neither the journal nor the queue.
  expect(holders('database_url')).toEqual(
    services.filter((name) => name !== 'ferryman-signer.service'),
  );
});

it('takes the password from the workers where a signer has the keys', () => {
  const dropIn = textOf('execute-with-signer.conf');
  // An empty assignment drops the credentials of the unit.
  expect(dropIn).toMatch(/^LoadCredential=\nLoadCredential=database_url:[^\n]*$/m);
  expect(dropIn.match(/^LoadCredential=/gm)).toHaveLength(2);
  expect(settingOf('execute-with-signer.conf', 'UnsetEnvironment')).toBe(
    'FERRYMAN_KEYSTORE_PASSWORD_FILE',
  );
});

it('waits longer for a stop than a stop takes', () => {
  const [, limit = ''] =
    /stopWithin = ([\d_]+)/.exec(
      readFileSync(join(folder, '../../src/cli/run-until-stopped.ts'), 'utf8'),
    ) ?? [];
  for (const name of services)
    expect(Number(settingOf(name, 'TimeoutStopSec')) * 1_000, name).toBeGreaterThan(
      Number(limit.replace('_', '')) + 2_000,
    );
});
