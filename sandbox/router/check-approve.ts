import { type Address, encodeFunctionData } from 'viem';
import { StandardToken } from '../evm/artifacts/StandardToken.ts';
import { type EvmChain, findToken } from '../evm/evm-chain.ts';
import { isNative } from '../evm/token.ts';
import type { RouterContext } from './router-context.ts';
import { RouteError, ValidationError } from './router-error.ts';
import { parseTokenAmount } from './token-amount.ts';

const APPROVE_GAS = 100_000n;

type Query = Readonly<Record<string, string | undefined>>;

/**
 * GET /api/utility/checkApprove: whether the owner still has to approve, by the allowance on chain, and the
 * transaction for it. Like the service it does not set an old allowance to zero first, which USDT needs.
 */
export async function checkApprove({ chains }: RouterContext, query: Query) {
  const blockchain = required(query, 'blockchain');
  const chain = [...chains.values()].find(({ definition }) => definition.name === blockchain);
  const notListed = new RouteError({ code: 2001, reason: 'The token is not listed' });
  if (chain === undefined) throw notListed;
  const token = findToken(chain, chain.face.renderAddress(requiredAddress(chain, query, 'tokenAddress')));
  if (token === undefined) throw notListed;
  const owner = requiredAddress(chain, query, 'walletAddress');
  const spender = requiredAddress(chain, query, 'spenderAddress');
  const amount = parseTokenAmount(required(query, 'amount'), token);

  if (isNative(token)) return { needApprove: false, message: 'The native coin needs no approval', transaction: {} };
  const allowance = await chain.client.readContract({
    address: token.address,
    abi: StandardToken.abi,
    functionName: 'allowance',
    args: [owner, spender],
  });
  if (allowance >= amount) return { needApprove: false, message: 'The allowance is enough', transaction: {} };
  const data = encodeFunctionData({ abi: StandardToken.abi, functionName: 'approve', args: [spender, amount] });
  return {
    needApprove: true,
    message: `The allowance of ${token.symbol} is too low`,
    transaction: chain.face.renderCall({ to: token.address, data, value: 0n, gasLimit: APPROVE_GAS }),
  };
}

function required(query: Query, name: string): string {
  const value = query[name];
  if (value === undefined || value === '') throw new ValidationError([{ code: 1005, reason: `${name} is missing` }]);
  return value;
}

function requiredAddress({ face }: EvmChain, query: Query, name: string): Address {
  const address = face.parseAddress(required(query, name));
  if (address !== undefined) return address;
  throw new ValidationError([{ code: 1999, reason: `${name} is not an address` }]);
}
