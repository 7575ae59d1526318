import { ofFamily } from '../../../../src/core/swap/of-family.ts';
import { FerrymanError } from '../../../../src/errors/ferryman-error.ts';
import {
  acceptRouterPsbt,
  readRouterPsbt,
} from '../../../../src/families/bitcoin/adapter/read-router-psbt.ts';
import { encodeUnsigned } from '../../../../src/families/bitcoin/adapter/unsigned-bytes.ts';
import { bitcoinAddressOf } from '../../../../src/families/bitcoin/formats/address.ts';
import { bitcoinNativeToken } from '../../../../src/families/bitcoin/formats/chain.ts';
import { memoScript } from '../../../../src/families/bitcoin/formats/memo.ts';
import { isOwn, ownScriptsOf } from '../../../../src/families/bitcoin/formats/own-scripts.ts';
import { outpointKey } from '../../../../src/families/bitcoin/formats/read-transaction.ts';
import { scripts, walletPublicKey } from '../../../families/bitcoin/adapter/build-psbt.ts';
import type { Assembled, Assembly, Base, Setting } from './base.ts';
import {
  brokenPsbt,
  encodeModel,
  type Model,
  modelOf,
  ownCoins,
  rebuildModel,
} from './bitcoin-model.ts';
import { type Terms, tokens, wireJob } from './fixtures.ts';

const bitcoinAccount = bitcoinAddressOf(scripts.wallet, 'mainnet')!;
/** An address of another network. */
const testnetAddress = 'tb1q6rz28mcfaxtmd6v789l9rrlrusdprr9pqcpvkl';
const tip = 900_000;

const terms: Terms = {
  from: tokens.btc,
  to: tokens.eth,
  provider: 'thorchain',
  swapType: 'cross-chain',
  expected: '2.6',
  min: '2.587',
};

const vault = { value: 10_000_000n, script: scripts.vault };
const change = { value: 990_000n, script: scripts.wallet };

function modelFor(setting: Setting): Model {
  const { mutation, fixtures } = setting;
  const { base, rebuild = {} } = mutation;
  // With the minimum, eight decimals, that a strict policy demands.
  const memo = Buffer.from(`=:ETH.ETH:${fixtures.addresses.receiver.evm}:258700000`);
  const coins = ownCoins(base === 'B-BTC-TR' ? scripts.walletTaproot : scripts.wallet);
  const outputs = [
    vault,
    change,
    ...(base === 'B-BTC-MEMO' ? [{ value: 0n, script: memoScript(memo) }] : []),
  ];
  const { signInputs: _signInputs, ...edits } = rebuild;
  return rebuildModel(modelOf(coins, outputs), edits);
}

const bitcoinBase: Base = {
  flow: 'wallet',
  kind: 'swap',
  terms,
  job: ({ fixtures: { addresses } }) =>
    wireJob(terms.from, terms.to, {
      amount: '0.1',
      sender: bitcoinAccount,
      receiver: addresses.receiver.evm,
    }),
  transaction(setting) {
    const model = modelFor(setting);
    return {
      psbt: encodeModel(model).toString('base64'),
      signInputs: setting.mutation.rebuild?.signInputs ?? [...model.inputs.keys()],
    };
  },
  word(text, setting, path) {
    if (!path.endsWith('/psbt')) return undefined;
    // A script is the same on every network: only an output that is written as an address shows it.
    if (/tb1|testnet/i.test(text)) return `psbt of an output to ${testnetAddress}`;
    return brokenPsbt(text, modelFor(setting))?.toString('base64');
  },
  assemble: assembleBitcoin,
};

export const bitcoinBases: Readonly<Record<string, Base>> = {
  'B-BTC': bitcoinBase,
  'B-BTC-TR': bitcoinBase,
  'B-BTC-MEMO': bitcoinBase,
};

function assembleBitcoin(assembly: Assembly): Assembled {
  const { env } = assembly;
  const transaction = ofFamily(assembly.transaction, 'bitcoin');
  if (transaction.kind !== 'psbt')
    throw new FerrymanError('ROUTER_MALFORMED', 'no PSBT', { details: { rule: 'B01' } });
  const model = modelFor(assembly);
  const previousOutputs = new Map(
    [...model.inputs.map(({ coin }) => coin)].map((coin) => [
      outpointKey(coin),
      {
        value: coin.value,
        script: coin.script,
        ...(coin.reserved ? { isInscribed: true as const } : {}),
      },
    ]),
  );
  const read = readRouterPsbt(transaction);
  const own = ownScriptsOf(scripts.wallet, walletPublicKey);
  const funded = acceptRouterPsbt(read, transaction, { scripts: own, previousOutputs, tip });
  const total =
    funded.previousOutputs.reduce((sum, { value }) => sum + value, 0n) -
    funded.transaction.outputs.reduce((sum, { value }) => sum + value, 0n);
  const size = 250n;
  const paid = funded.transaction.outputs
    .filter(({ script }) => !isOwn(own, script))
    .reduce((sum, { value }) => sum + value, 0n);
  // Under the lease are the coins of the wallet that no other swap holds.
  const leased = model.inputs.filter(({ coin }) => !coin.reserved);
  return {
    unsigned: {
      family: 'bitcoin',
      chain: 'BITCOIN',
      account: bitcoinAccount,
      bytes: encodeUnsigned(funded),
      fee: { family: 'bitcoin', total, virtualSize: size },
    },
    simulation: {
      block: BigInt(tip),
      balanceChanges: [{ account: bitcoinAccount, token: bitcoinNativeToken, delta: -paid }],
      allowanceChanges: [],
      authorityChanges: [],
      inspected: new Map(),
      bitcoin: {
        previousOutputs,
        publicKey: walletPublicKey,
        tip: BigInt(tip),
        // The fixtures' estimate of 40 sat/vB.
        estimatedRate: BigInt(Number(env.feeEstimate ?? 40) * 1_000),
        waiting: env.confirmations === 0 ? [...previousOutputs.keys()] : [],
      },
    },
    lease: {
      account: bitcoinAccount,
      terms: { kind: 'outpoints', outpoints: leased.map(({ coin }) => outpointKey(coin)) },
    },
  };
}
