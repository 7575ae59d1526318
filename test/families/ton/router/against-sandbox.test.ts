import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../../../sandbox/start-sandbox.ts';
import type { Job } from '../../../../src/core/swap/job.ts';
import { ofFamily } from '../../../../src/core/swap/of-family.ts';
import { readExternal } from '../../../../src/families/ton/adapter/external-message.ts';
import { readRouterMessages } from '../../../../src/families/ton/adapter/router-messages.ts';
import { signWalletMessage } from '../../../../src/families/ton/adapter/sign.ts';
import { encodeWalletMessage } from '../../../../src/families/ton/adapter/wallet-message.ts';
import { bocHex } from '../../../../src/families/ton/formats/boc.ts';
import { tonNativeToken } from '../../../../src/families/ton/formats/chain.ts';
import { tonWalletAddress } from '../../../../src/families/ton/formats/wallet.ts';
import type { TonWalletVersion } from '../../../../src/families/ton/formats/wallet-versions.ts';
import { decodeTon, jettonsOut } from '../../../../src/families/ton/guard/decode.ts';
import { createRouterClient } from '../../../../src/router/create-router-client.ts';
import { makeJob } from '../../../router/fixtures.ts';
import { type TonHand, tonHand } from '../../../sandbox/ton-hand.ts';
import { until } from '../../../support/until.ts';
import { aWallet, signDigest } from '../adapter/key.ts';

let sandbox: Sandbox;
let hand: TonHand;
beforeAll(async () => {
  sandbox = await startSandbox({
    otherChains: ['TON'],
    blockIntervalMs: 100,
    quoteLifetimeMs: 60_000,
  });
  hand = tonHand(sandbox.endpoints);
});
afterAll(() => sandbox?.close());

const walletOf = (version: TonWalletVersion) =>
  aWallet(version, sandbox.endpoints.chains.TON!.networkId);

function jobOf(address: string, symbol: 'TON' | 'USDT'): Job {
  const usdc = sandbox.endpoints.chains.POLYGON.tokens.find((token) => token.symbol === 'USDC')!;
  const [token, decimals] =
    symbol === 'TON' ? [tonNativeToken, 9] : [hand.tokenOn('TON', symbol), 6];
  return makeJob({
    wallet: { ...makeJob().wallet, address },
    from: { family: 'ton', chain: 'TON', token, decimals, symbol },
    to: { family: 'evm', chain: 'POLYGON', token: usdc.address, decimals: 6, symbol: 'USDC' },
    amount: 2n * 10n ** BigInt(decimals),
    refundAddress: address,
  });
}

describe('orders of the sandbox’s router on TON', () => {
  it.each<[TonWalletVersion, 'TON' | 'USDT']>([
    ['v4r2', 'TON'],
    ['v5r1', 'USDT'],
  ])('of a %s wallet that sells %s are read, signed and paid for', async (version, symbol) => {
    const wallet = walletOf(version);
    const address = tonWalletAddress(wallet);
    await hand.fund('TON', address, '10');
    await hand.fund('USDT', address, '10');
    const job = jobOf(address, symbol);
    const router = createRouterClient({ baseUrl: sandbox.endpoints.router.url, timeoutMs: 20_000 });
    const { quoteId } = await router.quote(job);
    const order = ofFamily((await router.swap(job, quoteId)).transaction, 'ton');
    const messages = readRouterMessages(order.messages, { version, isTestNetwork: false });

    const validUntil = Math.floor(Date.now() / 1_000) + 60;
    const head = { version, walletId: wallet.walletId, validUntil, seqno: 0 };
    const unsigned = bocHex(encodeWalletMessage({ ...head, messages }));
    const decoded = decodeTon(unsigned);
    if (!decoded.ok) throw new Error(decoded.fault);
    const [call] = decoded.content.calls;
    expect(decoded.content.calls).toHaveLength(1);
    expect(call).toMatchObject({ mode: 3, bounce: true, stateInit: undefined });
    if (symbol === 'TON') {
      expect(decoded.content.value).toBe(job.amount);
    } else {
      const jettonWallet = (await hand.jettonWallet(symbol, address)).toRawString();
      expect(jettonsOut(decoded.content)).toMatchObject([
        { jettonWallet, amount: job.amount, responseDestination: address, hasCustomPayload: false },
      ]);
    }

    const { bytes, txId } = await signWalletMessage(
      { wallet, unsigned, isDeployed: false },
      signDigest,
    );
    expect(readExternal(bytes).wallet).toBe(address);
    await hand.client.sendFile(Buffer.from(bytes.slice(2), 'hex'));
    await until(
      async () => (await router.status({ quoteId, sourceTxId: txId })).status === 'SUCCESS',
    );
  });
});
