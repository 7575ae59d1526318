import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { createEndpoints } from '../../src/api/endpoints/endpoints.ts';
import { openApiDocument } from '../../src/api/open-api.ts';

interface Answer {
  status: number;
  body: unknown;
}

interface Operation {
  responses: Record<string, { content: Record<string, { schema: object }> }>;
}

/**
 * Compares an answer with the OpenAPI document, in which no answer may have a member that is not
 * named there. Throws where they differ.
 */
export function createAnswerCheck(): (method: string, path: string, answer: Answer) => void {
  const document = openApiDocument(createEndpoints({ chains: [] } as never), { isStrict: true });
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema(document, 'api');
  const paths = Object.entries(document.paths as Record<string, Record<string, Operation>>).map(
    ([path, operations]) => ({
      pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      literal: !path.includes('{'),
      path,
      operations,
    }),
  );
  return (method, path, { status, body }) => {
    const [plain = ''] = path.split('?');
    const found = paths
      .filter(({ pattern }) => pattern.test(plain))
      .sort((one, other) => Number(other.literal) - Number(one.literal));
    const operation = found[0]?.operations[method.toLowerCase()];
    if (!operation) {
      if (status < 400) throw new Error(`${method} ${plain} is not documented`);
      return;
    }
    const response = operation.responses[status] ? String(status) : 'default';
    if (status < 400 && response === 'default')
      throw new Error(`${method} ${plain} answers ${status}, which is not documented`);
    const type = Object.keys(operation.responses[response]?.content ?? {})[0] ?? '';
    const escaped = (text: string): string => text.replaceAll('~', '~0').replaceAll('/', '~1');
    const pointer = ['paths', found[0]?.path ?? '', method.toLowerCase(), 'responses', response]
      .concat(['content', type, 'schema'])
      .map((part) => encodeURIComponent(escaped(part)))
      .join('/');
    const validate = ajv.getSchema(`api#/${pointer}`);
    if (!validate) throw new Error(`${pointer} is no schema`);
    if (!validate(body))
      throw new Error(
        `${method} ${plain} answers ${status} otherwise than documented: ${ajv.errorsText(validate.errors)}; ${JSON.stringify(body).slice(0, 400)}`,
      );
  };
}
