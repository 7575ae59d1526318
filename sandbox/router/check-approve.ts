import type { ChainAddress } from '../notation.ts';
import { findToken, type SandboxChain } from '../sandbox-chain.ts';
import type { RouterContext } from './router-context.ts';
import { MalformedRequest, RouteError, ValidationError } from './router-error.ts';
import { parseTokenAmount } from './token-amount.ts';

type Query = Readonly<Record<string, string | undefined>>;

/**
 * GET /api/utility/checkApprove: whether the owner still has to approve, with the approval
 * transaction.
 */
export async function checkApprove({ chains }: RouterContext, query: Query) {
  const blockchain = required(query, 'blockchain');
  const chain = [...chains.values()].find(({ definition }) => definition.name === blockchain);
  const notListed = new RouteError({ code: 2001, reason: 'The token is not listed' });
  if (chain === undefined) throw notListed;
  const token = findToken(
    chain,
    chain.notation.renderAddress(requiredAddress(chain, query, 'tokenAddress')),
  );
  if (token === undefined) throw notListed;
  const owner = requiredAddress(chain, query, 'walletAddress');
  const spender = requiredAddress(chain, query, 'spenderAddress');
  const amount = parseTokenAmount(required(query, 'amount'), token);

  const transaction = await chain.operations.findMissingApprove({ token, owner, spender, amount });
  return transaction === undefined
    ? {
        needApprove: false,
        message: `${token.symbol} needs no approval for this amount`,
        transaction: {},
      }
    : { needApprove: true, message: `The allowance of ${token.symbol} is too low`, transaction };
}

function required(query: Query, name: string): string {
  const value = query[name];
  if (value === undefined || value === '')
    throw new MalformedRequest([{ code: 1005, reason: `${name} is missing` }]);
  return value;
}

function requiredAddress({ notation }: SandboxChain, query: Query, name: string): ChainAddress {
  const address = notation.parseAddress(required(query, name));
  if (address !== undefined) return address;
  throw new ValidationError([{ code: 1999, reason: `${name} is not an address` }]);
}
