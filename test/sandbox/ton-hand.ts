import { randomBytes } from 'node:crypto';
import { Address, beginCell, Cell, internal, type MessageRelaxed, SendMode } from '@ton/core';
import { type KeyPair, keyPairFromSeed } from '@ton/crypto';
import {
  JettonMaster,
  JettonWallet,
  TonClient,
  WalletContractV4,
  WalletContractV5R1,
} from '@ton/ton';
import type { AuditRoute } from '../../sandbox/audit/audit-types.ts';
import type { SandboxEndpoints, TonChainEndpoints } from '../../sandbox/endpoints.ts';
import { waitFor } from '../support/wait-for.ts';
import { served, serviceByHand, type Trade } from './service-by-hand.ts';

export interface TonMessage {
  readonly address: string;
  readonly amount: string;
  readonly payload?: string;
  readonly stateInit?: string;
}

interface TonSwapAnswer {
  readonly transaction: { readonly tonMessages: readonly TonMessage[] };
  readonly estimate: {
    readonly destinationWeiAmount: string;
    readonly destinationWeiMinAmount: string;
  };
  readonly providerType: string;
  readonly swapType: 'on-chain' | 'cross-chain';
  readonly uniqueInfo: Readonly<Record<string, string>>;
}

export interface TonOwner {
  readonly keys: KeyPair;
  readonly wallet: WalletContractV4 | WalletContractV5R1;
  /** As people write it: what is sent there does not bounce. */
  readonly address: string;
}

export type TonHand = ReturnType<typeof tonHand>;

/** For conditions that hold soon, on a machine that may be busy. */
/**
 * Plain calls to a sandbox's TON, as a person with the shipped client would make them; shares no
 * code with the sandbox.
 */
export function tonHand(endpoints: SandboxEndpoints) {
  const chain = endpoints.chains.TON as TonChainEndpoints;
  const client = new TonClient({ endpoint: `${chain.rpcUrls[0]!}/jsonRPC` });

  const { router, control, tokenOn, baseUnits, fund: fundOn, tradeBody } = serviceByHand(endpoints);

  const fund = (symbol: string, address: string, whole: string) =>
    fundOn('TON', symbol, address, whole);
  const somebody = (version: 'v4' | 'v5' = 'v4'): TonOwner => {
    const keys = keyPairFromSeed(randomBytes(32));
    const terms = { publicKey: keys.publicKey, workchain: 0 };
    const wallet =
      version === 'v4'
        ? WalletContractV4.create(terms)
        : WalletContractV5R1.create({ ...terms, walletId: { networkGlobalId: chain.networkId } });
    return { keys, wallet, address: wallet.address.toString({ bounceable: false }) };
  };
  const walletWith = async (
    funds: Readonly<Record<string, string>>,
    version: 'v4' | 'v5' = 'v4',
  ): Promise<TonOwner> => {
    const owner = somebody(version);
    for (const [symbol, whole] of Object.entries(funds)) await fund(symbol, owner.address, whole);
    return owner;
  };

  /** Quote and swap data. */
  const prepare = async (
    trade: Trade,
    { address }: TonOwner,
  ): Promise<TonSwapAnswer & { quoteId: string }> => {
    const body = tradeBody(trade, address);
    const { id } = served<{ id: string }>(await router('/api/routes/quoteBest', body));
    return {
      ...served<TonSwapAnswer>(await router('/api/routes/swap', { ...body, id })),
      quoteId: id,
    };
  };

  /**
   * Sends messages in one from outside, and waits until the wallet has taken it. @returns the id by
   * TEP-467, in hex
   */
  const send = async (owner: TonOwner, messages: readonly MessageRelaxed[]): Promise<string> => {
    const { wallet, keys } = owner;
    const opened = client.open(wallet as WalletContractV4);
    const seqno = await opened.getSeqno();
    const transfer = {
      seqno,
      secretKey: keys.secretKey,
      sendMode: SendMode.PAY_GAS_SEPARATELY | SendMode.IGNORE_ERRORS,
      timeout: Math.floor(Date.now() / 1_000) + 60,
      messages: [...messages],
    };
    const body =
      wallet instanceof WalletContractV4
        ? wallet.createTransfer(transfer)
        : wallet.createTransfer(transfer);
    await client.sendExternalMessage(wallet, body);
    await waitFor(async () => {
      if ((await opened.getSeqno()) === seqno) throw new Error('not taken');
    });
    return messageId(wallet.address, body);
  };

  const execute = async (trade: Trade, owner: TonOwner) => {
    const answer = await prepare(trade, owner);
    return { answer, id: await send(owner, answer.transaction.tonMessages.map(asAsked)) };
  };

  const status = async (
    srcTxHash: string,
    id?: string,
  ): Promise<{ status: string; destinationTxHash: string | null }> =>
    served(
      await router(
        `/api/info/statusExtended?${new URLSearchParams({ srcTxHash, ...(id === undefined ? {} : { id }) })}`,
      ),
    );
  /** @param id of the quote */
  const settled = (srcTxHash: string, until = 'SUCCESS', id?: string): Promise<string | null> =>
    waitFor(async () => {
      const found = await status(srcTxHash, id);
      if (found.status !== until) throw new Error(`${srcTxHash} is ${found.status}`);
      return found.destinationTxHash;
    });

  const orderOf = async (sourceTx: string) => {
    const { orders } = served<{ orders: Readonly<Record<string, string | null>>[] }>(
      await control('/orders'),
    );
    return orders.find((one) => one.sourceTx === sourceTx)!;
  };

  const jettonWallet = (symbol: string, owner: string): Promise<Address> =>
    client
      .open(JettonMaster.create(Address.parse(tokenOn('TON', symbol))))
      .getWalletAddress(Address.parse(owner));

  return {
    chain,
    client,
    router,
    control,
    tokenOn,
    baseUnits,
    fund,
    somebody,
    walletWith,
    tradeBody,
    prepare,
    send,
    execute,
    status,
    settled,
    orderOf,
    jettonWallet,
    /** What somebody says of a trade from TON that went well. */
    routeOf: (trade: Trade, owner: TonOwner, { answer, id }: Awaited<ReturnType<typeof execute>>) =>
      ({
        kind: answer.swapType,
        provider: answer.providerType,
        account: owner.address,
        from: 'TON',
        fromToken: tokenOn('TON', trade.fromToken),
        to: trade.to,
        toToken: tokenOn(trade.to, trade.toToken),
        receiver: trade.receiver,
        amountIn: `${baseUnits('TON', trade.fromToken, trade.amount)}`,
        amountOut: answer.estimate.destinationWeiAmount,
        minOut: answer.estimate.destinationWeiMinAmount,
        sourceTx: id,
        destinationTx: null,
      }) satisfies AuditRoute,
    balance: async (symbol: string, owner: string): Promise<bigint> =>
      symbol === 'TON'
        ? client.getBalance(Address.parse(owner))
        : client.open(JettonWallet.create(await jettonWallet(symbol, owner))).getBalance(),
  };
}

/** What the router gave, as a wallet sends it. */
export function asAsked({ address, amount, payload }: TonMessage): MessageRelaxed {
  const { isBounceable } = Address.parseFriendly(address);
  const body = payload === undefined ? {} : { body: Cell.fromBase64(payload) };
  return internal({ to: address, bounce: isBounceable, value: BigInt(amount), ...body });
}

/** TEP-467: no source, no import fee, no initial state, the body in a cell of its own. */
function messageId(wallet: Address, body: Cell): string {
  const head = beginCell()
    .storeUint(0b1000, 4)
    .storeAddress(wallet)
    .storeCoins(0)
    .storeBit(false)
    .storeBit(true);
  return head.storeRef(body).endCell().hash().toString('hex');
}
