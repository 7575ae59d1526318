import { setTimeout as pause } from 'node:timers/promises';
import { type Address, getAddress, type Hex, keccak256 } from 'viem';
import { tellSandbox } from '../support/tell-sandbox.ts';
import { reorganize } from './chain-faults.ts';
import type { Forward, HttpAnswer, HttpRequest } from './proxies/http-proxy.ts';

/** One node of the sandbox, and where it is told what to do. */
export interface Node {
  url: string;
  chain: string;
  controlUrl: string;
  /** How many blocks can be taken back at most. */
  deepest: number;
}

/**
 * A transaction that pays or fetches: one that calls a contract, where there are any, and is no
 * approval.
 */
interface Payment {
  txId: string;
  /** Nothing where it cannot be made to fail. */
  findFailure(): Promise<Failure | undefined>;
}

/** What the sandbox is told of the chain, one thing after the other. */
interface Failure {
  fail: readonly object[];
  mend: readonly object[];
}

/** What has to be known of a node's payments to make one fail. */
export interface PaymentReader {
  /** What only an answer has in it that shows a failure; absent: nothing can be made to fail. */
  failure?: RegExp;
  /** That a request sends; nothing where it sends none. */
  paymentIn(body: string): Payment | undefined;
  /** Nothing as long as no block has it. */
  blockOf(txId: string): Promise<number | undefined>;
  readHeight(): Promise<number>;
}

/** A contract that refuses everything: PUSH1 0 PUSH1 0 REVERT. */
const refusing: Hex = '0x60006000fd';
/** EIP-20's `transfer(address,uint256)`. */
const transfer = '0xa9059cbb';

/**
 * One that refuses `transfer`, and leaves all else to another's code (DELEGATECALL): a token that
 * nobody could ask for its decimals or for balances would be none, to whoever asks for it
 * meanwhile.
 */
function refusingTransfers(copy: Address): Hex {
  const isTransfer = `60003560e01c63${transfer.slice(2)}14604557`;
  const delegate = `3660006000376000600036600073${copy.slice(2).toLowerCase()}5af4`;
  const passOn = '3d600060003e6040573d6000fd5b3d6000f3';
  return `0x${isTransfer}${delegate}${passOn}5b60006000fd`;
}

/** Nobody's account, which has a copy of a contract's code while that refuses. */
function copyOf(contract: Address): Address {
  return getAddress(`0x${keccak256(contract).slice(-40)}`);
}

export interface FailingCall {
  contract: Address;
  data: Hex;
  /** Nothing where there is no contract. */
  code: Hex | undefined;
  /** Writes an address as users of the chain do. */
  render(address: Address): string;
}

/**
 * Has the contract that is called refuse such calls, and be as it is now. Nothing where it cannot,
 * or refuses already.
 */
export function failureOf({ contract, data, code, render }: FailingCall): Failure | undefined {
  const change = (address: Address, bytecode: Hex): object => ({
    code: { address: render(address), bytecode },
  });
  const copy = copyOf(contract);
  const onlyTransfers = refusingTransfers(copy);
  if (code === undefined || code === refusing || code === onlyTransfers) return undefined;
  const mend = [change(contract, code)];
  if (!data.startsWith(transfer)) return { fail: [change(contract, refusing)], mend };
  return { fail: [change(copy, code), change(contract, onlyTransfers)], mend };
}

/**
 * How much longer the failure is shown once somebody has seen it, in milliseconds: time for what
 * else an observer asks. No blocks come meanwhile, so that it does not become final.
 */
const shownFor = 1_000;
const includedWithin = 2_000;
/** Whoever was killed meanwhile asks when it runs again. */
const shownWithin = 15_000;

export interface Striking {
  request: HttpRequest;
  forward: Forward;
  /** From now on: whether anybody was shown that the transaction has failed. */
  watchFailure(txId: string): () => boolean;
}

/**
 * Sends the transaction and has it fail in its block; then takes the block back, mends what made it
 * fail, and lets it succeed, unless the block is too deep by then. `hasFailed`: whether it came to
 * that, and somebody saw it. What believes the failure before it is final signs a second payment.
 */
export async function failAndTakeBack(
  node: Node,
  payments: PaymentReader,
  { request, forward, watchFailure }: Striking,
): Promise<{ answer: HttpAnswer; hasFailed: Promise<boolean> }> {
  const payment = payments.paymentIn(request.body);
  const failure = await payment?.findFailure();
  if (!payment || !failure)
    return { answer: await forward(request), hasFailed: Promise.resolve(false) };
  const tell = async (...changes: readonly object[]): Promise<void> => {
    for (const change of changes)
      await tellSandbox(node.controlUrl, `/chains/${node.chain}`, change);
  };
  const mend = async (): Promise<void> => {
    await tell(...failure.mend);
    await tell({ mining: true });
  };
  await tell({ mining: false });
  await tell(...failure.fail);
  const answer = await forward(request).catch(async (cause: unknown) => {
    await mend();
    throw cause;
  });
  const takeBack = async (): Promise<boolean> => {
    try {
      const isShown = watchFailure(payment.txId);
      await tell({ mining: true });
      const block = await blockWithin(payments, payment.txId);
      // It may wait behind another one, or not have been taken.
      if (block === undefined) return false;
      await tell({ mining: false });
      const depth = (await payments.readHeight()) - block + 1;
      // On a busy machine it may be final by now, and then it has really failed.
      if (depth > node.deepest) return false;
      const deadline = Date.now() + shownWithin;
      while (!isShown() && Date.now() < deadline) await pause(20);
      await pause(shownFor);
      await reorganize(node.controlUrl, { chain: node.chain, depth, lose: false });
      return isShown();
    } finally {
      await mend();
    }
  };
  // Whoever sends has the answer meanwhile.
  return { answer, hasFailed: takeBack() };
}

async function blockWithin(payments: PaymentReader, txId: string): Promise<number | undefined> {
  const deadline = Date.now() + includedWithin;
  while (Date.now() < deadline) {
    const block = await payments.blockOf(txId);
    if (block !== undefined) return block;
    await pause(20);
  }
  return undefined;
}
