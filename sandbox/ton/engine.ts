import { createRequire } from 'node:module';
import { type Address, Cell, type TupleItem } from '@ton/core';
import type { Executor } from '@ton/sandbox';
import { SandboxError } from '../sandbox-error.ts';
import type { Account } from './account.ts';
import { parseTransaction, type TonTransaction } from './transaction.ts';

/** The time of an execution. */
interface Moment {
  readonly unixSeconds: number;
  /** Logical time. */
  readonly lt: bigint;
}

/** The result of a message in the transaction executor. */
export type Execution =
  | { readonly kind: 'executed'; readonly transaction: TonTransaction; readonly account: string }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** An external message that was not accepted, so it has no transaction. */
export type Refusal =
  /** The account could not pay for the import. */
  | { readonly kind: 'before-execution' }
  /** The contract did not accept it, or there is none (exit code and log are empty then). */
  | { readonly kind: 'not-accepted'; readonly exitCode: number; readonly vmLog: string };

interface MethodResult {
  readonly exitCode: number;
  readonly gasUsed: bigint;
  readonly stack: Cell;
}

interface MethodCall {
  readonly address: Address;
  readonly code: Cell;
  readonly data: Cell;
  readonly balance: bigint;
  readonly methodId: number;
  readonly arguments: TupleItem[];
  readonly unixSeconds: number;
}

/**
 * The virtual machine and the transaction executor of the real nodes, as WebAssembly. It stores
 * neither blocks nor accounts.
 */
export interface Engine {
  /** @param message a whole `Message` */
  execute(
    account: Pick<Account, 'shardAccount'>,
    message: Cell,
    at: Moment,
    options?: { readonly ignoreSignature: boolean },
  ): Promise<Execution>;
  runMethod(call: MethodCall): Promise<MethodResult>;
}

/** The gas limit of get methods in toncenter's nodes. */
const METHOD_GAS_LIMIT = 1_000_000n;
const REFUSED_BEFORE_EXECUTION = 'before smart-contract execution';
const NOT_ACCEPTED = 'External message not accepted by smart contract';

/**
 * Loads @ton/sandbox on demand: it takes a quarter of a second and a library of 20 MB. Gas prices
 * and limits are the main network's.
 * @throws {SandboxError} `engine-missing`
 */
export async function startEngine(): Promise<Engine> {
  const { Executor, defaultConfig } = await loadTonSandbox();
  const executor = await Executor.create();
  const requireCore = createRequire(import.meta.url) as (id: string) => typeof import('@ton/core');
  const { Cell: EngineCell } = requireCore('@ton/core');
  return {
    async execute({ shardAccount }, message, { unixSeconds, lt }, options) {
      const { result } = await executor.runTransaction({
        config: defaultConfig,
        libs: null,
        // A refusal then includes the contract's last steps, as nodes report it.
        verbosity: 'full',
        shardAccount,
        now: unixSeconds,
        lt,
        randomSeed: null,
        ignoreChksig: options?.ignoreSignature ?? false,
        debugEnabled: false,
        message,
      });
      if (result.success) {
        const transaction = parseTransaction(Cell.fromBase64(result.transaction));
        return { kind: 'executed', transaction, account: result.shardAccount };
      }
      return { kind: 'refused', refusal: readRefusal(result) };
    },
    async runMethod({ arguments: stack, unixSeconds: unixTime, ...call }) {
      const { output } = await executor.runGetMethod({
        ...call,
        stack: stack.map((item) => withCellsOf(EngineCell, item)),
        unixTime,
        config: defaultConfig,
        verbosity: 'short',
        randomSeed: Buffer.alloc(32),
        gasLimit: METHOD_GAS_LIMIT,
        debugEnabled: false,
      });
      if (!output.success)
        throw new SandboxError('engine-failed', `The get method was not run: ${output.error}`);
      return {
        exitCode: output.vm_exit_code,
        gasUsed: BigInt(output.gas_used),
        stack: Cell.fromBase64(output.stack),
      };
    },
  };
}

/**
 * A built program has its own copy of @ton/core. The engine's copy does not recognize its cells.
 */
function withCellsOf(EngineCell: typeof Cell, item: TupleItem): TupleItem {
  switch (item.type) {
    case 'tuple':
      return { ...item, items: item.items.map((inner) => withCellsOf(EngineCell, inner)) };
    case 'cell':
    case 'slice':
    case 'builder':
      return { ...item, cell: EngineCell.fromHex(item.cell.toBoc().toString('hex')) };
    case 'null':
    case 'int':
    case 'nan':
      return item;
  }
}

type FailedRun = Extract<
  Awaited<ReturnType<Executor['runTransaction']>>['result'],
  { success: false }
>;

/** @throws {SandboxError} `engine-failed` if the error is not a refusal of a message */
function readRefusal({ error, vmResults }: FailedRun): Refusal {
  if (error.includes(REFUSED_BEFORE_EXECUTION)) return { kind: 'before-execution' };
  if (error === NOT_ACCEPTED && vmResults !== undefined) {
    return { kind: 'not-accepted', exitCode: vmResults.vmExitCode, vmLog: vmResults.vmLog };
  }
  throw new SandboxError('engine-failed', `The transaction executor failed: ${error}`);
}

async function loadTonSandbox(): Promise<typeof import('@ton/sandbox')> {
  try {
    return await import('@ton/sandbox');
  } catch (cause) {
    const remedy = 'Install the package @ton/sandbox, or leave TON out.';
    throw new SandboxError('engine-missing', `The engine of TON cannot be loaded. ${remedy}`, {
      cause,
    });
  }
}
