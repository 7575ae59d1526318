// biome-ignore-all lint/style/noDefaultExport: how they export is not chosen here
// What is used here of two engines that come without types.

declare module 'bcoin/lib/protocol/networks.js' {
  interface NetworkParameters {
    minerWindow: number;
    activationThreshold: number;
    block: { bip34height: number; bip65height: number; bip66height: number };
  }
  const networks: { readonly regtest: NetworkParameters };
  export default networks;
}

declare module 'bcoin/lib/protocol/network.js' {
  export interface Network {
    readonly type: string;
  }
  const network: { get(type: string): Network };
  export default network;
}

declare module 'bcoin/lib/blockchain/chainentry.js' {
  export interface ChainEntry {
    /** Hex, in wire byte order. */
    readonly hash: string;
    readonly height: number;
  }
}

declare module 'bcoin/lib/blockchain/chain.js' {
  import type { ChainEntry } from 'bcoin/lib/blockchain/chainentry.js';
  import type { CoinView } from 'bcoin/lib/coins/coinview.js';
  import type { Block } from 'bcoin/lib/primitives/block.js';
  import type { TX } from 'bcoin/lib/primitives/tx.js';

  class Chain {
    constructor(options: { network: string; memory: boolean });
    readonly tip: ChainEntry;
    open(): Promise<void>;
    close(): Promise<void>;
    add(block: Block): Promise<ChainEntry | null>;
    getMedianTime(entry: ChainEntry): Promise<number>;
    computeBlockVersion(previous: ChainEntry): Promise<number>;
    getEntry(hash: string): Promise<ChainEntry | null>;
    verifyFinal(previous: ChainEntry, tx: TX, flags: number): Promise<boolean>;
    verifyLocks(previous: ChainEntry, tx: TX, view: CoinView, flags: number): Promise<boolean>;
  }
  export default Chain;
}

declare module 'bcoin/lib/blockchain/common.js' {
  const common: { readonly lockFlags: { readonly STANDARD_LOCKTIME_FLAGS: number } };
  export default common;
}

declare module 'bcoin/lib/coins/coinview.js' {
  import type { Coin } from 'bcoin/lib/primitives/coin.js';

  export class CoinView {
    addCoin(coin: Coin): void;
  }
  export default CoinView;
}

declare module 'bcoin/lib/primitives/coin.js' {
  export interface Coin {
    readonly height: number;
  }
  const coin: {
    fromOptions(options: {
      version: number;
      height: number;
      value: number;
      script: Buffer;
      coinbase: boolean;
      hash: string;
      index: number;
    }): Coin;
  };
  export default coin;
}

declare module 'bcoin/lib/primitives/block.js' {
  export interface Block {
    readonly time: number;
  }
  const block: { fromRaw(bytes: Buffer): Block };
  export default block;
}

declare module 'bcoin/lib/primitives/tx.js' {
  import type { CoinView } from 'bcoin/lib/coins/coinview.js';

  type Verdict = readonly [result: boolean | number, reason: string, score: number];
  export interface TX {
    checkSanity(): Verdict;
    /** The first element is the fee, or -1. */
    checkInputs(view: CoinView, height: number): Verdict;
    verify(view: CoinView, flags: number): boolean;
    getSigopsCost(view: CoinView, flags: number): number;
  }
  const tx: { fromRaw(bytes: Buffer): TX };
  export default tx;
}

declare module 'bcoin/lib/script/script.js' {
  const script: { readonly flags: Readonly<Record<string, number>> };
  export default script;
}

declare module 'bitcore-lib' {
  interface Script {
    toAddress(): unknown;
  }
  interface Input {
    readonly prevTxId: Buffer;
    readonly outputIndex: number;
    readonly script: Script;
    /** Null in a transaction without witnesses. */
    readonly witnesses: readonly Buffer[] | null;
    setScript(script: Script): void;
  }
  interface Transaction {
    readonly inputs: readonly Input[];
    associateInputs(outputs: readonly object[]): void;
  }
  interface InterpreterClass {
    new (): {
      readonly errstr: string;
      verify(
        scriptSig: Script,
        scriptPubkey: Script,
        transaction: Transaction,
        index: number,
        flags: number,
        witness: readonly Buffer[],
        satoshis: number,
      ): boolean;
    };
    readonly [flag: `SCRIPT_VERIFY_${string}`]: number;
    computeTaprootMerkleRoot(control: Buffer, leafHash: Buffer): Buffer;
    verifyTaprootCommitment(control: Buffer, program: Buffer, leafHash: Buffer): boolean;
  }
  const bitcore: {
    readonly Transaction: {
      new (hex: string): Transaction;
      readonly UnspentOutput: new (options: object) => object;
    };
    readonly crypto: {
      readonly Schnorr: {
        verify(key: Buffer, message: Buffer, signature: { toBuffer(): Buffer }): boolean;
      };
    };
    readonly Script: {
      fromBuffer(bytes: Buffer): Script;
      readonly Interpreter: InterpreterClass;
    };
  };
  export default bitcore;
}
