import { ofFamily } from '../../../../src/core/swap/of-family.ts';
import { FerrymanError } from '../../../../src/errors/ferryman-error.ts';
import type { FundedTransaction } from '../../../../src/families/bitcoin/adapter/funded-transaction.ts';
import { mapBroadcastRefusal } from '../../../../src/families/bitcoin/adapter/map-broadcast-refusal.ts';
import {
  acceptRouterPsbt,
  readRouterPsbt,
} from '../../../../src/families/bitcoin/adapter/read-router-psbt.ts';
import { checkSigned } from '../../../../src/families/bitcoin/adapter/sign.ts';
import { encodeUnsigned } from '../../../../src/families/bitcoin/adapter/unsigned-bytes.ts';
import {
  encodeHex,
  encodeTransaction,
} from '../../../../src/families/bitcoin/adapter/wire-transaction.ts';
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
import { coinFacts } from './coin-facts.ts';
import { told } from './env.ts';
import { type Terms, tokens, wireJob } from './fixtures.ts';
import { withStated } from './simulated.ts';

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
  const facts = coinFacts(env);
  const previousOutputs = new Map(
    model.inputs.map(({ coin }, index) => [
      outpointKey(coin),
      {
        value: facts.get(index)?.value ?? coin.value,
        script: coin.script,
        ...(coin.reserved || facts.get(index)?.isInscribed ? { isInscribed: true as const } : {}),
      },
    ]),
  );
  const coins = model.inputs.map(({ coin }) => outpointKey(coin));
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
  const leased = model.inputs.filter(
    ({ coin }, index) => !coin.reserved && !facts.get(index)?.isReserved,
  );
  const isNew = told(env, 'confirmations');
  const waiting = coins.filter((_, index) => isNew === 0 || facts.get(index)?.isWaiting);
  requireMempool(env);
  requireSigned(env, funded);
  const signable = changedBefore(env, funded);
  return {
    unsigned: {
      family: 'bitcoin',
      chain: 'BITCOIN',
      account: bitcoinAccount,
      bytes: encodeUnsigned(signable),
      fee: { family: 'bitcoin', total, virtualSize: size },
    },
    simulation: withStated(
      assembly,
      {
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
          estimatedRate: BigInt(Math.round(Number(told(env, 'feeRate') ?? 40) * 1_000)),
          waiting,
        },
      },
      () => bitcoinAccount,
    ),
    lease: {
      account: bitcoinAccount,
      terms: { kind: 'outpoints', outpoints: leased.map(({ coin }) => outpointKey(coin)) },
    },
  };
}

/**
 * What a node would say of the signed bytes: the send is the trial (decision 144), and its refusal
 * is recorded.
 */
function requireMempool(env: Setting['env']): void {
  const said = told(env, 'mempool');
  if (said === undefined || said === true || said === 'accept') return;
  const { allowed, ...why } = (typeof said === 'object' ? said : { why: said }) as {
    allowed?: boolean;
  };
  if (allowed === true) return;
  const { kind } = mapBroadcastRefusal(Object.values(why).join(' '));
  if (kind !== 'already_known') throw refusedAfterSigning(`the node takes no such bytes: ${kind}`);
}

/** What the signer makes of signed bytes that are not the transaction that it was given. */
function requireSigned(env: Setting['env'], funded: FundedTransaction): void {
  const changed = told(env, 'mutatedAfter');
  if (changed === undefined) return;
  const { transaction } = edited(funded, changed as Record<string, unknown>);
  try {
    checkSigned(funded, encodeHex(encodeTransaction(transaction)));
  } catch (error) {
    throw refusedAfterSigning(error instanceof Error ? error.message : 'unreadable');
  }
}

function refusedAfterSigning(message: string): FerrymanError {
  return new FerrymanError('SIGNATURE_MISMATCH', message, { details: { rule: 'B09' } });
}

function changedBefore(env: Setting['env'], funded: FundedTransaction): FundedTransaction {
  const changed = told(env, 'mutated');
  return changed === undefined ? funded : edited(funded, changed as Record<string, unknown>);
}

/** Outputs as `rebuild` names them; `to`: the first one's script. */
function edited(
  funded: FundedTransaction,
  { to, ...paths }: Record<string, unknown>,
): FundedTransaction {
  const { transaction } = funded;
  const model = modelOf([], [...transaction.outputs]);
  const edits = { ...(to === undefined ? {} : { 'outputs.0.script': to }), ...paths };
  const { locktime, outputs } = rebuildModel(model, edits);
  const changed = {
    ...transaction,
    outputs: outputs.map(({ value, script }) => ({ value, script })),
    locktime: 'locktime' in paths ? locktime : transaction.locktime,
  };
  return { ...funded, transaction: changed };
}
