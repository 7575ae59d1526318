import { expect } from 'vitest';
import type { EndpointFinding, EndpointNeed } from '../../../../src/ports/endpoint-examination.ts';

/** What is not met, and how much is lost. */
export type Lacking = Partial<Record<EndpointNeed, 'limited' | 'missing'>>;

/** The needs in the order in which they were tried. */
export function needsOf(findings: readonly EndpointFinding[]): EndpointNeed[] {
  return findings.map(({ need }) => need);
}

/**
 * Expects exactly these needs not to be met, each with its reason and a fix.
 * @param reason what each of them says, such as the method that was refused
 */
export function expectLacking(
  findings: readonly EndpointFinding[],
  lacking: Lacking,
  reason?: RegExp,
): void {
  const found = findings.filter(({ status }) => status !== 'met');
  expect(Object.fromEntries(found.map(({ need, status }) => [need, status]))).toEqual(lacking);
  for (const { message, fix } of found) {
    if (reason) expect(message).toMatch(reason);
    expect(message).toMatch(/\. Needed to \w/);
    expect(fix).toMatch(/^[A-Z].*\.$/);
  }
  for (const { status, fix } of findings) expect(fix === undefined).toBe(status === 'met');
}
