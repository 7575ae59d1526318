import { PublicKey } from '@solana/web3.js';
import { isNative } from '../chains/token.ts';
import type {
  ChainOperations,
  DepositPlan,
  RenderedTransaction,
  Wrapping,
} from '../common-chain.ts';
import { SandboxError } from '../sandbox-error.ts';
import { buildDeposit } from './build-deposit.ts';
import { buildUnwrap, buildWrap } from './build-wrap.ts';
import { findDeposits } from './find-deposits.ts';
import { fundAccount } from './fund-account.ts';
import { listedToken, solanaToken } from './listed-tokens.ts';
import { readTransfers } from './read-transfers.ts';
import { asBase64, asHex } from './render-transaction-data.ts';
import { solanaAccount } from './solana-account.ts';
import type { SolanaChain } from './solana-chain.ts';
import { fromBase58, solanaNotation } from './solana-notation.ts';
import { associatedTokenAddress, readTokenAccount } from './token-account.ts';
import { watchDeposits } from './watch-deposits.ts';

/** In lamports per unit of gas of the providers. It includes the rent of a token account. */
const GAS_PRICE = { baseFeePerGas: 0n, maxFeePerGas: 26n, maxPriorityFeePerGas: 0n };

const { renderAddress, renderTransactionId } = solanaNotation;

/**
 * The operations of the router and the providers on Solana. There are no allowances, because the
 * payer signs.
 */
export function solanaOperations(chain: SolanaChain): ChainOperations {
  const { blockchain, payers } = chain;
  return {
    readGasPrice: async () => GAS_PRICE,
    async findTransaction(id) {
      const executed = blockchain.find(renderTransactionId(id))?.executed;
      if (executed === undefined) return undefined;
      const [deposit] = findDeposits(executed, chain);
      return { isSuccessful: executed.outcome.error === null, bridge: deposit?.gatewayId };
    },
    async readBalance(token, owner) {
      const head = blockchain.head('processed');
      const wallet = new PublicKey(renderAddress(owner));
      if (isNative(token)) return blockchain.readAccount(wallet, head)?.lamports ?? 0n;
      const account = associatedTokenAddress(wallet, solanaToken(token).mint);
      return readTokenAccount(blockchain.readAccount(account, head))?.amount ?? 0n;
    },
    findMissingApprove: async () => undefined,
    buildWrap: (wrapping) => renderWrap(chain, wrapping),
    buildDeposit: async (deposit) => renderDeposit(chain, deposit),
    watchBridges: ({ confirmations, signal, onDeposit }) =>
      watchDeposits({
        chain,
        confirmations,
        signal,
        onDeposit: ({ orderId, gatewayId: bridge, token, amount: amountReceived, signature }) =>
          onDeposit({
            orderId,
            bridge,
            chain: 'SOLANA',
            sourceTx: fromBase58(signature),
            token: listedToken(token).address,
            amountReceived,
            terms: undefined,
          }),
      }),
    openDepositTarget(role) {
      const text = solanaAccount(role).publicKey.toBase58();
      return { address: fromBase58(text), text };
    },
    readTransfers: async (query) => readTransfers(blockchain, query),
    // A reorganization may require a new signature, so the payout is reported only when final.
    async payOut({ payer, orderId, token, receiver, amount }) {
      const payout = {
        orderId,
        token: solanaToken(token),
        receiver: renderAddress(receiver),
        amount,
      };
      return fromBase58(await payers[payer].payOut(payout));
    },
    async fund(account, token, amount) {
      await fundAccount(chain, renderAddress(account), solanaToken(token), amount);
      // Most clients read confirmed state, which is one block behind.
      await chain.heads.next(chain.heads.latest());
    },
  };
}

async function renderWrap(
  chain: SolanaChain,
  { direction, owner, amount }: Wrapping,
): Promise<RenderedTransaction> {
  const wrapping = { owner: renderAddress(owner), amount };
  switch (direction) {
    case 'wrap':
      return asHex(buildWrap(chain, wrapping));
    case 'unwrap':
      return asHex(await buildUnwrap(chain, wrapping));
  }
}

/** @throws {SandboxError} `bad-request` if the provider does not serve Solana */
function renderDeposit(
  chain: SolanaChain,
  { bridge, orderId, from, amountIn: amount, sender }: DepositPlan,
): RenderedTransaction {
  const gateway = chain.gateways.get(bridge);
  if (gateway === undefined)
    throw new SandboxError('bad-request', `${bridge} has no gateway on Solana.`);
  const payer = renderAddress(sender);
  const data = buildDeposit(chain, { gateway, token: solanaToken(from), payer, amount, orderId });
  return bridge === 'relay' ? asHex(data) : asBase64(data);
}
