import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningTonChain, startTonChain } from '../../../../sandbox/ton/start-ton-chain.ts';
import { masterchainInfo } from '../../../../src/families/ton/adapter/answers.ts';
import { createEndpoint, type Endpoint } from '../../../../src/families/ton/adapter/endpoint.ts';
import { readHead } from '../../../../src/families/ton/adapter/head.ts';
import { until } from '../../../support/until.ts';

describe('a server of toncenter’s interface', () => {
  const closing = new AbortController();
  let sandbox: RunningTonChain;
  const endpointOf = (genesis = sandbox.genesis): Endpoint =>
    createEndpoint(
      `${sandbox.url}/api/v2`,
      { name: 'TON', genesis },
      {
        chain: { name: 'TON', blockTimeMs: 100 },
        timeoutMs: 5_000,
        fetch,
        now: Date.now,
        requireNotBehind: () => undefined,
      },
    );

  beforeAll(async () => {
    sandbox = await startTonChain({
      blockIntervalMs: 100,
      finalityDepth: 3,
      signal: closing.signal,
    });
  });
  afterAll(async () => {
    closing.abort();
    await sandbox?.close();
  });

  it('answers, and is of the network that is configured', async () => {
    const endpoint = endpointOf();
    await endpoint.verify();
    expect(await endpoint.read('getMasterchainInfo', {}, masterchainInfo)).toMatchObject({
      block: expect.any(BigInt),
    });
  });

  it('tells a head by logical times, which goes on', async () => {
    const endpoint = endpointOf();
    const { latest, final } = await readHead(endpoint);
    expect(latest).toBe(final);
    await until(async () => (await readHead(endpoint)).latest > latest);
  });

  it('is refused where it serves another network', async () => {
    const other = endpointOf('F6OpKZKqvqeFp6CQmFomXNMfMj2EnaUSOXN+Mh+wVWk=');
    await expect(other.verify()).rejects.toMatchObject({ code: 'RPC_WRONG_CHAIN' });
  });

  it('says itself that it does not know a method, and why it does not take bytes', async () => {
    const endpoint = endpointOf();
    await expect(endpoint.read('getNothing', {}, masterchainInfo)).rejects.toMatchObject({
      code: 'RPC_UNSUPPORTED',
    });
    expect(await endpoint.send('0x00')).toMatchObject({ ok: false });
  });
});
