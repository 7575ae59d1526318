import { z } from 'zod';
import { type AnswerName, answersIn } from './answer-schemas.ts';
import { BLOCKCHAINS } from './enumerations.ts';
import { quoteBody, swapBestBody, swapBody } from './request-schema.ts';
import type { RouterShape } from './router-shape.ts';
import { CLAIM_CHAINS, REFUND_CHAINS } from './withdrawal.ts';

interface Endpoint {
  readonly summary: string;
  readonly method: 'get' | 'post';
  readonly paths: readonly string[];
  /** The members of the body or of the query. */
  readonly request: z.ZodObject;
  readonly answer: AnswerName;
}

const sourceTransaction = (chains: readonly string[]) =>
  z.object({ fromBlockchain: z.enum(chains), sourceTransactionHash: z.string() });

const srcTxHash = z.string();
const id = z.string().optional();

const STATUSES: Readonly<Record<RouterShape, Endpoint>> = {
  deployed: {
    summary: 'The status of a cross-chain swap, by its source transaction',
    method: 'get',
    paths: ['/api/info/status'],
    request: z.object({ srcTxHash, id }),
    answer: 'Status',
  },
  interface: {
    summary:
      'The status of a cross-chain swap, by its source transaction; of a deposit order also by the quote id alone',
    method: 'get',
    paths: ['/api/routes/status', '/api/info/status'],
    request: z.object({ srcTxHash: srcTxHash.optional(), id }),
    answer: 'Status',
  },
};

const endpointsIn = (shape: RouterShape): readonly Endpoint[] => [
  {
    summary: 'The best quote, with an id that can be swapped for a limited time',
    method: 'post',
    paths: ['/api/routes/quoteBest'],
    request: quoteBody,
    answer: 'Quote',
  },
  {
    summary: 'The transaction of a quote',
    method: 'post',
    paths: ['/api/routes/swap'],
    request: swapBody,
    answer: 'Swap',
  },
  {
    summary: 'The transaction of the current best route',
    method: 'post',
    paths: ['/api/routes/swapBest'],
    request: swapBestBody,
    answer: 'Swap',
  },
  STATUSES[shape],
  {
    summary: 'The same with the stage inside the provider; one of the two parameters is needed',
    method: 'get',
    paths: ['/api/info/statusExtended'],
    request: z.object({ id, srcTxHash: srcTxHash.optional() }),
    answer: 'Status',
  },
  {
    summary: 'Whether an approval is needed, and its transaction',
    method: 'get',
    paths: ['/api/utility/checkApprove'],
    request: z.object({
      blockchain: z.enum(BLOCKCHAINS),
      tokenAddress: z.string(),
      walletAddress: z.string(),
      spenderAddress: z.string(),
      amount: z.string(),
    }),
    answer: 'Approval',
  },
  {
    summary: 'The transaction that takes a payment of celer_bridge back, on its source chain',
    method: 'get',
    paths: ['/api/utility/celerRefund'],
    request: sourceTransaction(REFUND_CHAINS),
    answer: 'Transaction',
  },
  {
    summary: 'The transaction that claims a payment over arbitrum, on its destination chain',
    method: 'get',
    paths: ['/api/utility/claim'],
    request: sourceTransaction(CLAIM_CHAINS),
    answer: 'Transaction',
  },
  {
    summary: 'The providers and their chains',
    method: 'get',
    paths: ['/api/info/providers'],
    request: z.object({}),
    answer: 'Providers',
  },
  {
    summary: 'The chains and their providers',
    method: 'get',
    paths: ['/api/routes/chains', '/api/info/chains'],
    request: z.object({ includeTestnets: z.enum(['true', 'false']).default('false') }),
    answer: 'Chains',
  },
];

/** The OpenAPI 3.1 document of the router. */
export function openApiDocument(shape: RouterShape) {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Router of the sandbox',
      version: '1.0',
      description:
        'A routing service for swaps on chains that exist on this machine only. Nothing in it is worth anything.',
    },
    paths: Object.fromEntries(
      endpointsIn(shape).flatMap((endpoint) =>
        endpoint.paths.map((path) => [path, operationOf(endpoint, shape)]),
      ),
    ),
    components: {
      schemas: Object.fromEntries(
        Object.entries(answersIn(shape)).map(([name, one]) => [name, jsonSchema(one, 'output')]),
      ),
    },
  };
}

function operationOf({ method, summary, request, answer }: Endpoint, shape: RouterShape) {
  const refusals: readonly AnswerName[] = [
    'Errors',
    'Error',
    ...(shape === 'deployed' ? (['BadRequest'] as const) : []),
  ];
  return {
    [method]: {
      summary,
      ...(method === 'post'
        ? { requestBody: { required: true, ...json(jsonSchema(request, 'input')) } }
        : parameters(request)),
      responses: {
        // Errors of wallets, refunds and claims have status 200.
        200: {
          description: 'Served, or refused with code 3001 and above',
          ...json({ anyOf: [ref(answer), ref('Error')] }),
        },
        default: { description: 'Refused', ...json({ anyOf: refusals.map(ref) }) },
      },
    },
  };
}

function parameters(request: z.ZodObject) {
  const members = Object.entries(request.shape);
  if (members.length === 0) return {};
  return {
    parameters: members.map(([name, type]) => ({
      name,
      in: 'query',
      required: !z.safeParse(type, undefined).success,
      schema: jsonSchema(type, 'input'),
    })),
  };
}

function json(schema: unknown) {
  return { content: { 'application/json': { schema } } };
}

function ref(name: AnswerName) {
  return { $ref: `#/components/schemas/${name}` };
}

/** @param io `input` allows unknown members and omits of members with a default */
function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output') {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io });
  return rest;
}
