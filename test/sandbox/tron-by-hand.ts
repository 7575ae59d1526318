import { TronWeb, utils } from 'tronweb';
import type {
  SandboxChainName,
  SandboxEndpoints,
  TronChainEndpoints,
} from '../../sandbox/endpoints.ts';
import { waitFor } from '../support/wait-for.ts';
import type { Trade } from './service-by-hand.ts';

/** The native coin, as the router and the control server know it on TRON. */
export const TRX = 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb';

/** A call in the form in which the router gives it for TRON. */
export interface TronCall {
  readonly to: string;
  readonly signature: string;
  readonly arguments?: readonly { readonly type: string; readonly value: unknown }[];
  readonly rawParameter?: string;
  readonly callValue: string;
  readonly feeLimit: number;
  readonly approvalAddress?: string;
}

/** What a node says of a transaction that is in a block; only the members that the tests read. */
export interface TransactionInfo {
  readonly id: string;
  readonly fee: number;
  readonly blockNumber: number;
  readonly blockTimeStamp: number;
  readonly contractResult: readonly string[];
  readonly contract_address?: string;
  readonly receipt: {
    readonly energy_fee?: number;
    readonly energy_usage_total?: number;
    readonly net_fee?: number;
    readonly result?: string;
  };
  readonly result?: 'FAILED';
  readonly resMessage?: string;
  readonly log?: readonly {
    readonly address: string;
    readonly topics: readonly string[];
    readonly data: string;
  }[];
  readonly internal_transactions?: readonly {
    readonly caller_address: string;
    readonly transferTo_address: string;
    readonly callValueInfo: readonly { readonly callValue?: number }[];
    readonly rejected?: boolean;
  }[];
}

export type TronHand = ReturnType<typeof tronByHand>;

export interface TronWallet {
  readonly address: string;
  /** The address as hex with 41. */
  readonly hex: string;
  readonly web: TronWeb;
}

type Signed = Awaited<ReturnType<TronWeb['trx']['sign']>> & {
  readonly txID: string;
  readonly raw_data_hex: string;
};

/**
 * Plain calls to a sandbox's TRON, as a person with tronweb would make them; shares no code with
 * the sandbox.
 */
export function tronByHand(endpoints: SandboxEndpoints) {
  const chain = endpoints.chains.TRON as TronChainEndpoints;
  const fullHost = chain.fullNodeUrls[0]!;

  const post = async <Answer>(url: string, body: unknown): Promise<Answer> => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await response.json()) as Answer;
  };
  const node = <Answer>(path: string, body: object = {}) =>
    post<Answer>(`${fullHost}/${path}`, body);
  const control = <Answer>(path: string, body: object) =>
    post<Answer>(`${endpoints.control.url}${path}`, body);

  const token = (symbol: string): string =>
    symbol === 'TRX' ? TRX : chain.tokens.find((one) => one.symbol === symbol)!.address;
  const decimals = (symbol: string): number =>
    chain.tokens.find((one) => one.symbol === symbol)?.decimals ?? 6;

  const fund = async (symbol: string, address: string, whole: bigint): Promise<void> => {
    const amountBaseUnits = `${whole * 10n ** BigInt(decimals(symbol))}`;
    const answer = await control<object>('/fund', {
      chain: 'TRON',
      address,
      token: token(symbol),
      amountBaseUnits,
    });
    if (!('funded' in answer)) throw new Error(`Not funded: ${JSON.stringify(answer)}`);
  };

  const wallet = (): TronWallet => {
    const { privateKey, address } = utils.accounts.generateAccount();
    return {
      address: address.base58,
      hex: address.hex.toLowerCase(),
      web: new TronWeb({ fullHost, privateKey }),
    };
  };
  const walletWith = async (funds: Readonly<Record<string, bigint>>): Promise<TronWallet> => {
    const made = wallet();
    for (const [symbol, whole] of Object.entries(funds)) await fund(symbol, made.address, whole);
    return made;
  };

  const infoOf = async (id: string, path = 'wallet'): Promise<TransactionInfo | undefined> => {
    const info = await node<TransactionInfo | Record<string, never>>(
      `${path}/gettransactioninfobyid`,
      { value: id },
    );
    return 'id' in info ? (info as TransactionInfo) : undefined;
  };
  const included = (id: string, path = 'wallet'): Promise<TransactionInfo> =>
    waitFor(async () => {
      const info = await infoOf(id, path);
      if (info === undefined) throw new Error(`${id} is in no block.`);
      return info;
    });

  /** The latest balance, in base units. */
  const balance = async (symbol: string, address: string): Promise<bigint> => {
    if (symbol === 'TRX') {
      const { balance: sun = 0 } = await node<{ balance?: number }>('wallet/getaccount', {
        address,
        visible: true,
      });
      return BigInt(sun);
    }
    const answer = await node<{ constant_result: [string] }>('wallet/triggerconstantcontract', {
      owner_address: address,
      contract_address: token(symbol),
      function_selector: 'balanceOf(address)',
      parameter: utils.address.toHex(address).slice(2).padStart(64, '0'),
      visible: true,
    });
    return BigInt(`0x${answer.constant_result[0]}`);
  };

  /** Builds and signs a call without asking the node for more than its latest block. */
  const sign = async (owner: TronWallet, call: TronCall): Promise<Signed> => {
    const { transaction } = await owner.web.transactionBuilder.triggerSmartContract(
      call.to,
      call.signature,
      {
        feeLimit: call.feeLimit,
        callValue: Number(call.callValue),
        txLocal: true,
        ...(call.rawParameter === undefined ? {} : { rawParameter: call.rawParameter }),
      },
      (call.arguments ?? []) as { type: string; value: unknown }[],
      owner.address,
    );
    return owner.web.trx.sign(transaction) as Promise<Signed>;
  };
  const transferOf = (
    symbol: string,
    to: string,
    amount: bigint,
    feeLimit = 100_000_000,
  ): TronCall => ({
    to: token(symbol),
    signature: 'transfer(address,uint256)',
    arguments: [
      { type: 'address', value: to },
      { type: 'uint256', value: `${amount}` },
    ],
    callValue: '0',
    feeLimit,
  });
  const broadcast = (signed: object) =>
    node<{ result?: true; code?: string; txid?: string; message?: string }>(
      'wallet/broadcasttransaction',
      signed,
    );
  const send = async (owner: TronWallet, call: TronCall): Promise<TransactionInfo> => {
    const answer = await broadcast(await sign(owner, call));
    if (answer.result !== true) throw new Error(`Not taken: ${JSON.stringify(answer)}`);
    return included(answer.txid!);
  };

  const router = async <Answer>(path: string, body?: object): Promise<Answer> => {
    const url = `${endpoints.router.url}${path}`;
    const answer = (
      body === undefined ? await (await fetch(url)).json() : await post(url, body)
    ) as object;
    if ('error' in answer || 'errors' in answer) throw new Error(JSON.stringify(answer));
    return answer as Answer;
  };
  /** The native coin by its own symbol. */
  const tokenOn = (name: SandboxChainName, symbol: string): string => {
    if (name === 'TRON') return token(symbol);
    const { tokens, nativeToken } = endpoints.chains[name]!;
    const zero = `0x${'0'.repeat(40)}`;
    return symbol === nativeToken.symbol
      ? zero
      : tokens.find((one) => one.symbol === symbol)!.address;
  };
  const tradeBody = (
    { from, fromToken, to, toToken, amount, receiver, extra }: Trade,
    fromAddress: string,
  ) => ({
    srcTokenBlockchain: from,
    srcTokenAddress: tokenOn(from, fromToken),
    srcTokenAmount: amount,
    dstTokenBlockchain: to,
    dstTokenAddress: tokenOn(to, toToken),
    fromAddress,
    receiver,
    ...extra,
  });

  return {
    chain,
    node,
    control,
    token,
    tokenOn,
    decimals,
    fund,
    wallet,
    walletWith,
    infoOf,
    included,
    balance,
    sign,
    transferOf,
    broadcast,
    send,
    router,
    tradeBody,
    head: () =>
      node<{ blockID: string; block_header: { raw_data: { number: number; timestamp: number } } }>(
        'wallet/getnowblock',
      ),
  };
}
