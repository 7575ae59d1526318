import { assertNever } from '../core/assert-never.ts';
import { bitcoinAddressOf } from '../core/bitcoin-address.ts';
import { type Chain, isNativeToken } from '../core/chains.ts';
import { ofFamily } from '../core/of-family.ts';
import { readTonBody } from '../core/ton-body.ts';
import { tronAddressOf } from '../core/tron-address.ts';
import type { GuardRequest } from '../ports/guard.ts';
import { associatedAccount, tokenPrograms } from './decode/solana-address.ts';
import type { BitcoinEffects, Effects, EffectsOf, SolanaEffects, SolanaInstruction, TonEffects } from './effects.ts';

/** One payment of one token to one account, and what is written beside it. */
interface PlainPayment {
  token: string;
  to: string;
  /** Base units of the token. */
  amount: bigint;
  memo: string | undefined;
}

type ReadPayment = { ok: true; payment: PlainPayment } | { ok: false; fault: string };

/** EIP-20 `transfer(address,uint256)`: the selector, twelve empty bytes and an address, a number. */
const transferData = /^0xa9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})$/;
/** Nanotons that may go on with jettons to tell of them, and that go along at all. */
const mostForwarded = 10_000_000n;
const mostSentAlong = 200_000_000n;

/**
 * What the bytes pay, where they are a plain payment out of the wallet and nothing else at all. @param to whom it is meant for: the owner of a
 * token account of Solana does not stand in the bytes, but what is derived for an owner can be compared
 */
export function readPlainPayment(effects: Effects, request: GuardRequest, to: string): ReadPayment {
  switch (effects.family) {
    case 'evm':
      return readCall(effects, request.chain, undefined);
    case 'tron':
      return readTron(effects, request.chain);
    case 'solana':
      return readSolana(effects, request, to);
    case 'ton':
      return readTon(effects, request);
    case 'bitcoin':
      return readBitcoin(effects, request.chain);
    default:
      return assertNever(effects, 'effects');
  }
}

function readTron(effects: EffectsOf<'tron'>, chain: Chain): ReadPayment {
  const { contractType, tokenValue, tokenId, data } = effects;
  const isTransfer = contractType === 'TransferContract';
  if (tokenValue !== 0n || tokenId !== 0n) return fault('TRC-10 tokens are sent along');
  // Coins sent along with a call without data would be for a contract to do with as it likes.
  if (isTransfer !== (data === '0x')) return fault('it calls a contract where it should transfer coins');
  return readCall(effects, chain, textOf(effects.memo));
}

function readCall(
  { family, target, data, value }: EffectsOf<'evm' | 'tron'>,
  { nativeToken }: Chain,
  memo: string | undefined,
): ReadPayment {
  if (target === undefined) return fault('it is for nobody');
  if (data === '0x') return { ok: true, payment: { token: nativeToken.address, to: target, amount: value, memo } };
  const [, account, amount] = transferData.exec(data) ?? [];
  if (account === undefined || amount === undefined) return fault('it calls something else than a transfer');
  if (value !== 0n) return fault('a transfer of tokens sends coins along');
  const to = family === 'tron' ? tronAddressOf(account) : `0x${account}`;
  return { ok: true, payment: { token: target, to, amount: BigInt(`0x${amount}`), memo } };
}

function readSolana(effects: SolanaEffects, { lease, job, chain }: GuardRequest, to: string): ReadPayment {
  const { instructions, cosigners, lookupTables } = effects;
  if (cosigners.length > 0 || lookupTables.length > 0) return fault('others have a part in it');
  const said = instructions.filter(({ kind }) => kind !== 'compute_budget');
  const [memos, others] = [said.filter(({ kind }) => kind === 'memo'), said.filter(({ kind }) => kind !== 'memo')];
  if (memos.length > 1 || memos.some(({ accounts }) => accounts.length > 0)) return fault('it has more than a memo');
  const memo = textOf(memos[0]?.data);
  const transfer = others.at(-1);
  const opening = others.length === 2 ? others[0] : undefined;
  if (!transfer || others.length > 2) return fault('it is not one transfer');
  const native = isNativeToken(chain, job.from.token);
  if (transfer.kind === 'system' && transfer.name === 'transfer' && native && !opening) {
    const [from = '', receiver = ''] = transfer.accounts;
    if (from !== lease.account || transfer.accounts.length !== 2) return fault('it is not the wallet that pays');
    return {
      ok: true,
      payment: { token: chain.nativeToken.address, to: receiver, amount: transfer.amount, memo },
    };
  }
  if (transfer.kind !== 'token' || transfer.name !== 'transferChecked' || native) return fault('it is no transfer');
  return readTokenTransfer(transfer, opening, { account: lease.account, decimals: job.from.decimals, to, memo });
}

function readTokenTransfer(
  { program, accounts, data, amount }: SolanaInstruction,
  opening: SolanaInstruction | undefined,
  { account, decimals, to, memo }: { account: string; decimals: number; to: string; memo: string | undefined },
): ReadPayment {
  const [source, mint = '', destination = '', authority] = accounts;
  if (!tokenPrograms.some((known) => known === program)) return fault('it calls another program than one of tokens');
  if (authority !== account || accounts.length !== 4 || source !== associatedAccount(account, mint, program)) {
    return fault('it is not the wallet’s own token account that pays');
  }
  if (data[9] !== decimals) return fault('it names other decimals than the token has');
  const isTo = destination === associatedAccount(to, mint, program);
  const opened = [account, destination, to, mint, '11111111111111111111111111111111', program];
  if (opening && (opening.name !== 'createIdempotent' || `${opening.accounts}` !== `${opened}`)) {
    return fault('it opens another account than the one that is paid to');
  }
  return { ok: true, payment: { token: mint, to: isTo ? to : destination, amount, memo } };
}

function readTon({ calls, jettonWallets }: TonEffects, { lease, job, chain }: GuardRequest): ReadPayment {
  const [call, ...more] = calls;
  if (!call || more.length > 0) return fault('it is not one message');
  if (call.stateInit) return fault('it brings code along');
  const { body, destination, value } = call;
  if (isNativeToken(chain, job.from.token)) {
    const token = chain.nativeToken.address;
    if ([...jettonWallets.values()].includes(destination)) return fault('coins go to a jetton wallet');
    if (body.kind === 'empty') return { ok: true, payment: { token, to: destination, amount: value, memo: undefined } };
    if (body.kind !== 'comment') return fault('it says more than a comment');
    return { ok: true, payment: { token, to: destination, amount: value, memo: body.text } };
  }
  if (body.kind !== 'jetton_transfer') return fault('it is no transfer of jettons');
  const own = jettonWallets.get(job.from.token);
  if (own === undefined || own !== destination) return fault('it is not the wallet’s own jetton wallet that pays');
  const { amount, destination: to, responseDestination, customPayload, forwardAmount, forwardPayload } = body;
  if (to === undefined) return fault('the jettons are for nobody');
  if (responseDestination !== lease.account) return fault('what is left of the coins goes to another');
  if (customPayload) return fault('the jetton wallet is told more than a transfer');
  if (forwardAmount > mostForwarded || value > mostSentAlong) return fault('more coins go along than it takes');
  const said = readTonBody(forwardPayload);
  if (said.kind !== 'empty' && said.kind !== 'comment') return fault('it says more than a comment');
  const memo = said.kind === 'comment' ? said.text : undefined;
  return { ok: true, payment: { token: job.from.token, to, amount, memo } };
}

function readBitcoin({ paid, value, memos }: BitcoinEffects, chain: Chain): ReadPayment {
  const [output, ...more] = paid;
  if (!output || more.length > 0) return fault('it does not pay exactly one output');
  const to = bitcoinAddressOf(output.script, ofFamily(chain, 'bitcoin').network);
  if (to === undefined) return fault('it pays to a script that no address stands for');
  if (memos.count > 0 && !memos.only) return fault('what its OP_RETURN carries is no memo');
  return { ok: true, payment: { token: chain.nativeToken.address, to, amount: value, memo: textOf(memos.only) } };
}

/** Bytes that are no text are none that was ordered: what stands in their place is in no memo. */
function textOf(bytes: Uint8Array | undefined): string | undefined {
  if (bytes === undefined) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return '\ufffd';
  }
}

function fault(text: string): ReadPayment {
  return { ok: false, fault: text };
}
