import { describe, expect, it } from 'vitest';
import { FerrymanError } from '../../../../src/errors/ferryman-error.ts';
import type { Endpoint } from '../../../../src/families/shared/endpoints/endpoint.ts';
import type { Endpoints } from '../../../../src/families/shared/endpoints/endpoints.ts';
import { tokenAcrossHosts } from '../../../../src/families/shared/endpoints/token-across-hosts.ts';
import type { TokenFacts } from '../../../../src/ports/chain-adapter.ts';

const away = new FerrymanError('RPC_UNAVAILABLE', 'no answer');
const unknown = new FerrymanError('UNKNOWN_TOKEN', 'no token answers');
const dai = (decimals: number, symbol = 'DAI') =>
  ({ address: '0xda1', decimals, symbol }) as TokenFacts;

/** What counts of the answers of endpoints, by their hosts with ports. */
function told(answers: Record<string, TokenFacts | FerrymanError>): Promise<TokenFacts> {
  const all = Object.keys(answers).map(
    (host) => ({ host, verify: async () => undefined }) as unknown as Endpoint,
  );
  const endpoints = {
    inOrder: () => all,
    hedged: <T>(run: (endpoint: Endpoint) => Promise<T>) => run(all[0]!),
  } as unknown as Endpoints<Endpoint>;
  return tokenAcrossHosts(endpoints, async ({ host }) => {
    const answer = answers[host];
    if (!answer || answer instanceof FerrymanError) throw answer;
    return answer;
  });
}

describe('the facts of a token', () => {
  it('are what all hosts that answer show', async () => {
    expect(await told({ 'a:1': dai(18), 'b:1': dai(18) })).toEqual(dai(18));
    expect(await told({ 'a:1': dai(18), 'b:1': away, 'c:1': dai(18) })).toEqual(dai(18));
    expect(await told({ 'a:1': dai(18), 'b:1': away, 'b:2': dai(18) })).toEqual(dai(18));
  });

  it.each([
    ['other decimals', dai(15)],
    ['another symbol', dai(18, 'LINK')],
  ])('are not believed while one host shows %s', async (_what, other) => {
    for (const answers of [
      { 'a:1': dai(18), 'b:1': other },
      { 'a:1': other, 'b:1': dai(18) },
      { 'a:1': dai(18), 'b:1': dai(18), 'c:1': other },
    ])
      await expect(told(answers)).rejects.toMatchObject({
        code: 'WITNESSES_DISAGREE',
        message: expect.stringContaining(
          `${other.decimals} decimals and the symbol ${other.symbol}`,
        ),
      });
  });

  it.each([
    ['is away', away],
    ['has no such token', unknown],
  ])('are not believed of one host where the other one %s', async (_what, fault) => {
    for (const answers of [
      { 'a:1': dai(18), 'b:1': fault },
      { 'a:1': fault, 'b:1': dai(18) },
    ])
      await expect(told(answers)).rejects.toMatchObject({ code: 'WITNESS_MISSING' });
  });

  it('are unknown if a host says so and none knows them', async () => {
    await expect(told({ 'a:1': away, 'b:1': unknown })).rejects.toBe(unknown);
    await expect(told({ 'a:1': away, 'b:1': away })).rejects.toBe(away);
  });

  it('are believed of the only host that is configured', async () => {
    expect(await told({ 'a:1': dai(18), 'a:2': dai(15) })).toEqual(dai(18));
  });
});
