import type { operations as Api } from '../generated/api.ts';
import type { operations } from '../generated/operations.ts';
import type { OperationId } from './operation.ts';
import type { Pages } from './pages.ts';

type Text<Id extends OperationId> = (typeof operations)[Id];

type Has<Id extends OperationId, Trait extends string> =
  Text<Id> extends `${string} ${Trait}${'' | ` ${string}`}` ? true : false;

/** JSON if there is any: a call asks for it. */
type ContentOf<Answer> = Answer extends { content: infer Content }
  ? Content extends { 'application/json': infer Json }
    ? Json
    : Content[keyof Content]
  : never;

/** What a call answers when it succeeds. */
export type Answer<Id extends OperationId> = {
  [Status in keyof Api[Id]['responses']]: Status extends number
    ? ContentOf<Api[Id]['responses'][Status]>
    : never;
}[keyof Api[Id]['responses']];

/** The body that a call takes. */
type Body<Id extends OperationId> = Api[Id] extends { requestBody?: infer Request }
  ? ContentOf<NonNullable<Request>>
  : never;

/** The query that a call takes. Lists are sent with commas between their members. */
export type Query<Id extends OperationId> = QueryOf<NonNullable<Api[Id]['parameters']['query']>>;

type QueryOf<Given> = {
  [Name in keyof Given]: string extends Given[Name]
    ? Given[Name] | number | boolean | readonly string[]
    : Given[Name];
};

/** One entry of a call's list. */
export type Item<Id extends OperationId> = {
  [Name in keyof Answer<Id>]-?: Answer<Id>[Name] extends readonly (infer Entry)[] ? Entry : never;
}[keyof Answer<Id>];

/** What every call takes. */
export interface CallOptions {
  /** Ends the call, its pauses and its retries. An act may have been done all the same. */
  signal?: AbortSignal | undefined;
  /** Of one attempt, in milliseconds. Default: that of the client. */
  timeoutMs?: number | undefined;
  /** How often the call is repeated at most. Default: that of the client. */
  retries?: number | undefined;
}

interface KeyOption {
  /**
   * One for each job, 1 to 128 characters. The same key and job are the same swap for its whole
   * life. Default: a random one, which all retries of this call share, and no other call.
   */
  idempotencyKey?: string | undefined;
}

/** The options of one call. */
type OptionsOf<Id extends OperationId> = CallOptions &
  (Has<Id, 'key'> extends true ? KeyOption : unknown) &
  (Has<Id, 'body'> extends true
    ? Has<Id, 'query'> extends true
      ? { query?: Query<Id> }
      : unknown
    : unknown);

/** All that one call takes, by the names of the OpenAPI document. */
export type RequestOf<Id extends OperationId> = CallOptions &
  (Has<Id, 'key'> extends true ? KeyOption : unknown) &
  (Api[Id]['parameters'] extends { path: infer Path } ? { path: Path } : unknown) &
  Part<'query', Has<Id, 'query'> extends true ? Query<Id> : never> &
  Part<'body', Body<Id>>;

/** A member that may be left out if it may be empty. */
type Part<Name extends string, Value> = [Value] extends [never]
  ? unknown
  : object extends Value
    ? { [Key in Name]?: Value }
    : { [Key in Name]: Value };

/** What a call's method takes: the path's parameters, then body or query, then options. */
type MethodArguments<Id extends OperationId> = [
  ...PathArguments<Text<Id>>,
  ...(Has<Id, 'body'> extends true
    ? InputArgument<Body<Id>, OptionsOf<Id>>
    : Has<Id, 'query'> extends true
      ? InputArgument<Query<Id>, OptionsOf<Id>>
      : [options?: OptionsOf<Id>]),
];

type PathArguments<Path> = Path extends `${string}{${string}}${infer Rest}`
  ? [id: string, ...PathArguments<Rest>]
  : [];

type InputArgument<Input, Options> = object extends Input
  ? [input?: Input, options?: Options]
  : [input: Input, options?: Options];

/** A call as a method of its group. */
export type Method<Id extends OperationId> = (
  ...given: MethodArguments<Id>
) => Has<Id, 'pages'> extends true ? Pages<Item<Id>, Answer<Id>> : Promise<Answer<Id>>;
