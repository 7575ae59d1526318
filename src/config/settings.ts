import { z } from 'zod';
import { acceptableRisks } from '../core/gate/conditions.ts';
import { type RouterEndpoint, routerEndpoints } from '../ports/router.ts';
import { logFormats, logLevels } from './config.ts';
import { policySettings } from './policy-settings.ts';
import { outputs } from './profile-file.ts';
import { doc, integer, nodeUrl, socketUrl, text, urlOf, webUrl } from './setting-types.ts';
import { treasurySettings } from './treasury-settings.ts';
import { webhookSettings } from './webhook-settings.ts';

/*
 * The schema of the settings: JSON in the file, text in flags and variables. It has the messages of
 * faults; `fix-of.ts` has their fixes. docs/reference/configuration.md is generated from `meta`.
 */

/** A URL to which paths can be appended. */
const serviceUrl = webUrl.refine((value) => {
  if (!URL.canParse(value)) return true;
  const { username, password, search, hash } = new URL(value);
  return username + password + search + hash === '';
}, 'has a user, a query or a fragment');

/** A path of the routing service, to which a query can be appended. */
const path = text
  .startsWith('/', 'does not begin with /')
  .regex(/^[^?#\s]+$/, 'is more than a path')
  .meta(doc({ type: 'path' }));

const pathOf = (endpoint: RouterEndpoint) =>
  path
    .exactOptional()
    .meta(doc({ description: `Path of the service's endpoint \`${endpoint}\`.` }));

const paths = z.strictObject(
  Object.fromEntries(routerEndpoints.map((endpoint) => [endpoint, pathOf(endpoint)])) as Record<
    RouterEndpoint,
    z.ZodExactOptional<typeof path>
  >,
);

/** A list or, in a variable, a comma-separated text. */
const list = z.union(
  [text.transform((value) => value.split(',').map((entry) => entry.trim())), z.array(z.string())],
  'is not a list',
);

const providerNames = list
  .pipe(z.array(z.string().regex(/^[\w-]{1,64}$/, 'is not a name of a provider')))
  .meta(doc({ type: 'list of names' }));

const router = z.strictObject({
  url: serviceUrl.meta(
    doc({ description: 'The routing service. A key goes into `router.apiKey`.' }),
  ),
  apiKey: text
    .regex(/^[\x21-\x7e]+$/, 'has characters that a header cannot have')
    .exactOptional()
    .meta(doc({ description: 'The key that the service issued.', absent: 'no key is sent' })),
  /** RFC 9110 5.6.2: a token. */
  apiKeyHeader: text
    .regex(/^[\w!#$%&'*+.^`|~-]+$/, 'is not a name of a header')
    .exactOptional()
    .meta(doc({ description: 'The header that carries the key.', absent: '`apikey`' })),
  paths: paths.exactOptional(),
  slippageUnit: z
    .enum(['fraction', 'percent'], 'is neither "fraction" nor "percent"')
    .default('fraction')
    .meta(
      doc({
        description:
          'How the service reads slippage: one percent is 0.01 as a fraction, 1 as percent.',
      }),
    ),
  contractMember: text
    .regex(/^use[A-Z]\w*Contract$/, 'is not a name such as useServiceContract')
    .exactOptional()
    .meta(
      doc({
        description: 'How the service names the member `useServiceContract` of the interface.',
        absent: 'any single member `use…Contract`',
      }),
    ),
  referrer: text.exactOptional().meta(
    doc({
      description: 'The referrer of each request for a route.',
      absent: '`ferryman`',
    }),
  ),
  additionalProviders: providerNames.exactOptional().meta(
    doc({
      description:
        'Providers that a job may list in addition to those of the registry, as the service writes them.',
      absent: 'a job may list only providers of the registry',
    }),
  ),
  callsPerMinute: integer(1, 100_000)
    .exactOptional()
    .meta(
      doc({
        description:
          'How many calls a minute the service allows with this key. All workers on one Redis share them.',
        unit: 'calls a minute',
        absent: 'calls are not counted',
      }),
    ),
  allowPrivateAddresses: z
    .union(
      [z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')],
      'is neither true nor false',
    )
    .exactOptional()
    .meta(
      doc({
        type: '`true` or `false`',
        description:
          'Whether the name of `router.url` may resolve to an address of this machine or of a private network. A URL with an address in it, or with `localhost`, needs no permission.',
        absent: '`false`',
      }),
    ),
  pins: list
    .pipe(
      z
        .array(z.string().regex(/^[A-Za-z0-9+/]{43}=$/, 'is not the SHA-256 of a key in base64'))
        .min(2, 'has one pin: without a second one, a lost key stops every swap'),
    )
    .exactOptional()
    .meta(
      doc({
        type: 'list of hashes',
        description:
          'SHA-256 of public keys (SPKI, base64, as in RFC 7469). One of them must be in the certificate chain of the service. Give two or more.',
        absent: 'any certificate that this machine trusts',
      }),
    ),
  pinMode: z
    .enum(['enforce', 'alert'], 'is neither "enforce" nor "alert"')
    .exactOptional()
    .meta(
      doc({
        description:
          'What happens if no key is pinned: `enforce` refuses the connection, `alert` writes an error to the log and goes on. Start with `alert`.',
        absent: '`enforce`',
      }),
    ),
  timeoutMs: integer(3_000, 61_000)
    .default(30_000)
    .meta(
      doc({
        description: 'For one call. Ferryman asks the service to answer a second earlier.',
        unit: 'ms',
      }),
    ),
});

/** EVM, or base58 as on TRON and Solana. The family checks the exact form of its chains. */
const address = text
  .regex(/^(0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/, 'is not an address')
  .meta(doc({ type: 'address' }));

const baseUnits = z
  .string('is not an integer string')
  .regex(/^(0|[1-9]\d{0,77})$/, 'is not an integer string')
  .transform(BigInt)
  .meta(doc({ type: 'integer as text', unit: 'base units of the native coin' }));

const perGas = (description: string) =>
  baseUnits.optional().meta(doc({ description, unit: 'base units of the native coin per gas' }));

const urls = <Url extends z.ZodType<string, string>>(url: Url) =>
  list
    .pipe(z.array(url).min(1, 'is empty'))
    .meta(doc({ type: `list of ${String(url.meta()?.type).replace(/^URL/, 'URLs')}` }));

const chain = z
  .strictObject({
    rpcUrls: urls(nodeUrl).meta(
      doc({
        description:
          'Endpoints of the chain, the preferred one first; give two of different operators. `http` only for local ones. A node of Bitcoin Core: `bitcoind+http://user:password@host:port`.',
      }),
    ),
    wsUrls: urls(socketUrl)
      .optional()
      .meta(
        doc({
          description: 'Endpoints that announce new blocks; `ws` only for local ones.',
          absent: 'Ferryman polls for blocks',
        }),
      ),
    broadcastUrls: urls(nodeUrl)
      .optional()
      .meta(
        doc({
          description:
            'Private relays. They get the transactions of jobs with `broadcast: private` or `private-strict`, and no other request. `http` only for local ones.',
          absent: 'private jobs are refused with `NO_PRIVATE_ROUTE`',
        }),
      ),
    chainId: integer(1, Number.MAX_SAFE_INTEGER)
      .optional()
      .meta(doc({ description: 'EIP-155 chain id of the network that the endpoints serve.' })),
    timeoutMs: integer(100, 120_000)
      .optional()
      .meta(
        doc({
          description: 'For one request to an endpoint.',
          unit: 'ms',
          absent: '10000',
        }),
      ),
    blockTimeMs: integer(10, 3_600_000)
      .optional()
      .meta(
        doc({
          description: 'How long a block takes; sets the pace of polling.',
          unit: 'ms',
        }),
      ),
    progressDepth: integer(0, 1_000_000)
      .optional()
      .meta(
        doc({
          description: 'Blocks on top of an inclusion after which the next step may start.',
          unit: 'blocks',
        }),
      ),
    proofDepth: integer(1, 1_000_000)
      .optional()
      .meta(
        doc({
          description: 'Blocks on top of an inclusion after which it counts as irreversible.',
          unit: 'blocks',
        }),
      ),
    genesis: text
      .regex(/^[0-9a-zA-Z+/]{32,64}=?$/, 'is not a genesis hash')
      .optional()
      .meta(
        doc({
          description:
            'Identifies the network: id of block 0 (TRON, Bitcoin), genesis hash (Solana), root hash of the zero state (TON).',
        }),
      ),
    networkId: z
      .int('is not a whole number')
      .optional()
      .meta(
        doc({
          type: 'integer',
          description: 'Global id of the network: -239 is the main one, -3 the test network.',
        }),
      ),
    network: z
      .enum(['mainnet', 'testnet', 'regtest'], 'is not a network of Bitcoin')
      .optional()
      .meta(doc({ description: 'The network that addresses are for.' })),
    wrappedNative: address.optional().meta(
      doc({
        description:
          'The wrapped form of the native coin: the only token that may be called directly, and the name of the coin in calls of routers.',
      }),
    ),
    nativeToken: z
      .strictObject({
        symbol: text.meta(
          doc({
            description: 'Symbol of the native coin; given with its decimals.',
            absent: "the registry's",
          }),
        ),
        decimals: integer(0, 36).meta(
          doc({
            description: 'Decimals of the native coin; given with its symbol.',
            absent: "the registry's",
          }),
        ),
      })
      .optional(),
    tokens: z
      .record(
        z
          .string()
          .regex(/^[\p{L}\p{N}\p{S}.+-]{1,20}$/u, 'is not a symbol of at most 20 characters'),
        text.max(128, 'is longer than 128 characters'),
        'is not an object of addresses by symbol',
      )
      .optional()
      .meta(
        doc({
          type: 'object of addresses',
          description:
            'Tokens by symbol, such as `{"USDC": "0x…"}`. Jobs may write these symbols instead of addresses, in any case. Take each address from its issuer: Ferryman trusts this list.',
          absent: 'jobs write addresses; only the coin has a symbol',
        }),
      ),
    transactionType: z
      .enum(['eip1559', 'legacy'], 'is neither "eip1559" nor "legacy"')
      .optional()
      .meta(doc({ description: 'The form of transactions.' })),
    explorerUrl: webUrl.optional().meta(doc({ description: "The chain's explorer." })),
    maxNetworkFee: baseUnits
      .optional()
      .meta(doc({ description: 'The highest network fee of one transaction.' })),
    fees: z
      .strictObject({
        minTip: perGas('Least tip (`legacy`: gas price): what endpoints suggest is raised to it.'),
        maxTip: perGas('Highest tip that Ferryman offers because endpoints suggest it.'),
        maxGasPrice: perGas('The same of the gas price of `legacy` transactions.'),
        maxGas: baseUnits
          .optional()
          .meta(doc({ description: 'Highest gas limit of one transaction (E08).', unit: 'gas' })),
      })
      .refine(
        ({ minTip, maxTip }) => minTip === undefined || maxTip === undefined || minTip <= maxTip,
        { path: ['minTip'], message: 'is above maxTip' },
      )
      .optional(),
    lowGas: baseUnits.optional().meta(
      doc({
        description:
          'A wallet account with less of the native coin counts as low on gas. `0` turns that off.',
        absent: 'a tenth of `maxNetworkFee`',
      }),
    ),
    maxDeclaredFee: baseUnits.optional().meta(
      doc({
        description: 'The highest total of the native fees of an order, without the network fee.',
      }),
    ),
  })
  .refine(
    ({ progressDepth = 0, proofDepth }) => proofDepth === undefined || progressDepth <= proofDepth,
    {
      path: ['progressDepth'],
      message: 'is above proofDepth',
    },
  );

const api = z
  .strictObject({
    host: z
      .enum(['127.0.0.1', '0.0.0.0'], 'is neither 127.0.0.1 nor 0.0.0.0')
      .default('127.0.0.1')
      .meta(doc({ description: 'Where the API listens; `0.0.0.0` only in a container.' })),
    port: integer(0, 65_535)
      .default(7_300)
      .meta(doc({ description: 'The port of the API; 0 for any free one.' })),
    requestsPerMinute: integer(1, 1_000_000)
      .default(60_000)
      .meta(
        doc({
          description:
            'How many requests an API key without a limit of its own may make in a minute, in each process of the API.',
          unit: 'requests a minute',
        }),
      ),
    publicUrl: z
      .url({ protocol: /^https$/, error: 'is not a URL such as "https://ferryman.example.com"' })
      .refine((url) => new URL(url).origin === url, 'has more than scheme, host and port')
      .optional()
      .meta(
        doc({
          description:
            'Under which a proxy on this machine serves the API and the dashboard to browsers.',
        }),
      ),
    /** A container cannot be reached on its loopback; its port mapping decides who gets in. */
    inContainer: z
      .literal('1', 'is not 1')
      .optional()
      .meta(
        doc({
          description: 'Set by the container image: permits `api.host` to be `0.0.0.0`.',
        }),
      ),
  })
  .refine(({ host, inContainer }) => host === '127.0.0.1' || inContainer !== undefined, {
    path: ['host'],
    message: 'is reachable from other machines, which is permitted in a container only',
  })
  .prefault({});

export const settingsSchema = z.strictObject({
  dataFolder: text.default('.ferryman').meta(
    doc({
      description:
        'Folder of the keystores and the signing log, and of the embedded journal and queue. A relative path starts at the working folder.',
    }),
  ),
  databaseUrl: urlOf('postgres:', 'postgresql:')
    .optional()
    .meta(
      doc({
        description: "The journal's Postgres.",
        absent: 'an embedded journal in the data folder',
      }),
    ),
  redisUrl: urlOf('redis:', 'rediss:')
    .optional()
    .meta(
      doc({
        description: "The queue's Redis.",
        absent: 'a private Redis in the data folder',
      }),
    ),
  router: router.optional(),
  chains: z.record(z.string(), chain).default({}),
  api,
  policy: policySettings(),
  guard: z
    .strictObject({
      policyFile: text.optional().meta(
        doc({
          type: 'path',
          description:
            'The guard’s policy, a JSON file: what the operator admits. A relative path starts at the working folder.',
          absent: 'the policy admits nothing, and every swap waits for an approval',
        }),
      ),
      policy: z
        .unknown()
        .optional()
        .meta(
          doc({
            type: 'object',
            description: 'The same in place of a file.',
          }),
        ),
      jobKeys: list
        .pipe(
          z.array(z.string().regex(/^[\w-]{43}$/, 'is not a public key: 43 base64url characters')),
        )
        .optional()
        .meta(
          doc({
            type: 'list of public keys',
            description:
              'Whose jobs are executed: the public keys of the processes that accept jobs, as `ferryman config check` prints them there (`jobKey`). For processes that neither have the intake secret nor share a data folder with those.',
            absent: 'the keys in the data folder',
          }),
        ),
    })
    .prefault({}),
  retention: z
    .strictObject({
      payloadsAfterDays: integer(1, 36_500)
        .optional()
        .meta(
          doc({
            description:
              "The routing service's answers leave the journal for an archive when their swap has not changed for so many days.",
            unit: 'days',
            absent: 'they stay',
          }),
        ),
      folder: text.optional().meta(
        doc({
          description: 'Folder of the archives. A relative path starts at the working folder.',
          absent: '`archive` in the data folder',
        }),
      ),
      deliveriesAfterDays: integer(1, 36_500)
        .optional()
        .meta(
          doc({
            description:
              'Deliveries of webhooks are removed when they were delivered or given up so many days ago. Their events stay.',
            unit: 'days',
            absent: 'they stay',
          }),
        ),
    })
    .prefault({}),
  treasury: treasurySettings,
  acceptedRisks: list
    .pipe(z.array(z.enum(acceptableRisks, `is none of ${acceptableRisks.join(', ')}`)))
    .default([])
    .meta(
      doc({
        type: 'list of names',
        description:
          'Risks that you accept instead of meeting a condition for real networks. `keys-beside-workers`: the keys are in the process that talks to the network.',
      }),
    ),
  keystorePassword: text
    .optional()
    .meta(doc({ description: 'Opens the keystores, in processes that sign.' })),
  signer: z
    .strictObject({
      socket: text.optional().meta(
        doc({
          description:
            'Unix socket of a signer of its own, which keeps the keys. A relative path starts at the working folder.',
          absent: 'the workers sign themselves, with the keystores of their data folder',
        }),
      ),
    })
    .prefault({}),
  intakeSecret: text
    .min(32, 'is shorter than 32 characters')
    .optional()
    .meta(
      doc({
        type: 'text, at least 32 characters',
        description:
          'Opens the intake keys that the journal stores sealed. The same in each API process.',
        absent: 'with an embedded journal, a file in the data folder',
      }),
    ),
  webhooks: webhookSettings,
  logLevel: z
    .enum(logLevels, `is none of ${logLevels.join(', ')}`)
    .default('info')
    .meta(doc({ description: 'The least severe level that is logged.' })),
  logFormat: z
    .enum(logFormats, `is none of ${logFormats.join(', ')}`)
    .default('auto')
    .meta(doc({ description: 'The form of the log; `auto` is pretty on a terminal, else JSON.' })),
  otlpEndpoint: webUrl.optional().meta(
    doc({
      description:
        'An OTLP receiver over HTTP for traces, such as `http://127.0.0.1:4318`; `/v1/traces` is appended.',
      absent: 'nothing is traced',
    }),
  ),
  client: z
    .strictObject({
      url: webUrl.optional().meta(
        doc({
          description: 'The running Ferryman that the commands call.',
          absent: '`http://127.0.0.1:<api.port>`',
        }),
      ),
      apiKey: text.optional().meta(doc({ description: 'The API key of the commands.' })),
      caFile: text.optional().meta(
        doc({
          description:
            'PEM file of the authorities that may certify the API’s address, beside those that Node trusts.',
        }),
      ),
      output: z
        .enum(outputs, `is none of ${outputs.join(', ')}`)
        .default('text')
        .meta(doc({ description: 'What the commands that call the API print by default.' })),
    })
    .prefault({}),
});

export type Settings = z.infer<typeof settingsSchema>;
export type ChainSettings = z.infer<typeof chain>;
