import { openListings } from '../../compose.ts';
import type { Config } from '../../config/config.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';

/**
 * The chain and provider listings of the configured routing service.
 * @throws `CONFIG_INVALID` if none is configured
 */
export function configuredListings({ networks }: Config): ReturnType<typeof openListings> {
  if (networks.kind === 'configured') {
    const { url, ...router } = networks.router;
    return openListings({ ...router, baseUrl: url });
  }
  throw new FerrymanError('CONFIG_INVALID', 'there is no routing service to compare with', {
    faults: [
      {
        pointer: '/router',
        message: 'no router is configured; set router.url, or FERRYMAN_ROUTER_URL',
      },
    ],
  });
}
