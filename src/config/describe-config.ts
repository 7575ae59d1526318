import { amountsAsText } from '../core/amounts/amounts-as-text.ts';
import type { Config } from './config.ts';

const masked = '********';

/** The effective configuration as JSON-able data: secrets masked, URLs cut to their host. */
export function describeConfig(config: Config): Record<string, unknown> {
  const {
    databaseUrl,
    redisUrl,
    networks,
    policy,
    keystorePassword,
    intakeSecret,
    client,
    otlpEndpoint,
    guardPolicy,
    ...others
  } = config;
  return {
    ...others,
    journal: databaseUrl === undefined ? 'embedded' : hostOf(databaseUrl),
    queue: redisUrl === undefined ? 'embedded' : hostOf(redisUrl),
    traces: otlpEndpoint === undefined ? 'off' : hostOf(otlpEndpoint),
    networks: networks.kind === 'sandbox' ? 'sandbox' : describeNetworks(networks),
    intakeSecret: intakeSecret === undefined ? 'not set' : masked,
    keystorePassword: keystorePassword === undefined ? 'not set' : masked,
    client: { apiUrl: client.apiUrl, apiKey: client.apiKey === undefined ? 'not set' : masked },
    policy,
    // The whole policy is a file of its own; its hash names it on every swap.
    guardPolicy: { hash: guardPolicy.hash, profile: guardPolicy.profile },
  };
}

function describeNetworks({ router, chains }: Extract<Config['networks'], { kind: 'configured' }>) {
  return {
    router: {
      ...router,
      url: hostOf(router.url),
      ...(router.apiKey === undefined ? {} : { apiKey: masked }),
    },
    chains: Object.fromEntries(
      chains.map(({ chain, rpcUrls, wsUrls, broadcastUrls, ...others }) => [
        chain.name,
        {
          ...amountsAsText(chain),
          ...others,
          rpcUrls: rpcUrls.map(hostOf),
          ...(wsUrls === undefined ? {} : { wsUrls: wsUrls.map(hostOf) }),
          ...(broadcastUrls === undefined ? {} : { broadcastUrls: broadcastUrls.map(hostOf) }),
        },
      ]),
    ),
  };
}

/** Paths, queries and users of URLs may contain keys. */
function hostOf(url: string): string {
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
}
