import type { IRegularForbiddenRuleType } from 'dependency-cruiser';

/** Which way imports may go: dto ← db ← core ← api, and beside it dto ← client ← admin (with the api's types). */
type ImportRule = {
  name: string;
  comment: string;
  from: IRegularForbiddenRuleType['from'];
  to: IRegularForbiddenRuleType['to'];
};

// A package is met as its files where it is resolved, and by its name where it is not even a declared dependency.
const packageNamed = (names: string) => [`(^|/)(packages|apps)/(${names})/`, `^@berth/(${names})(/|$)`];
const ourPackages = packageNamed('[^/]+').concat(['(^|/)(tooling|examples|e2e)/[^/]+\\.[^/]+$', '(^|/)tooling/src/']);
const shipped = '^(packages/(?!testing/)[^/]+|apps/[^/]+)/src/';
const apiEdge = '^apps/api/src/(main|cli|config[^/]*|database)\\.ts$';

export const importRules: ImportRule[] = [
  {
    name: 'no-cycle',
    comment:
      'Modules that import one another can only be read, tested and moved together: move what both need below both.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'dto-imports-zod-only',
    comment:
      'dto is loaded by every side, the browser included: describe shapes with zod there, and put behaviour into core or db.',
    from: { path: '^packages/dto/src/' },
    to: { pathNot: ['^packages/dto/src/', '(^|/)node_modules/zod/', '^zod(/|$)'] },
  },
  {
    name: 'db-imports-dto-only',
    comment: 'db stores and finds, and knows no rules: decide in core and hand the decision to the query as a value.',
    from: { path: '^packages/db/src/' },
    to: { path: ourPackages, pathNot: ['^packages/db/', 'node_modules', ...packageNamed('dto')] },
  },
  {
    name: 'core-imports-db-and-dto-only',
    comment: 'core must run without a server around it: take what it needs from outside as a member of its deps.',
    from: { path: '^packages/core/src/' },
    to: { path: ourPackages, pathNot: ['^packages/core/', 'node_modules', ...packageNamed('db|dto')] },
  },
  {
    name: 'core-knows-no-transport',
    comment:
      'Operations are called by procedures, loops and tests alike: throw a DomainError; the api maps it to a status.',
    from: { path: '^packages/core/src/' },
    to: { path: ['^(node:)?(http|https|http2|net)$', '@trpc/', '@trpc\\+'] },
  },
  {
    name: 'api-imports-core-and-dto-only',
    comment:
      'A procedure says who may call which operation: it gets data through core, never from the console or a client.',
    from: { path: '^apps/api/src/' },
    to: { path: ourPackages, pathNot: ['^apps/api/', 'node_modules', ...packageNamed('core|db|dto')] },
  },
  {
    name: 'api-leaves-the-database-to-core',
    comment:
      'The api imports db only where it connects and migrates (main, cli, config, database): write an operation in core instead.',
    from: { path: '^apps/api/src/', pathNot: apiEdge },
    to: { path: packageNamed('db'), dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'client-imports-dto-only',
    comment: "A client runs on other people's machines: it takes from dto, and from the api its types (import type).",
    from: { path: '^packages/client/src/' },
    to: { path: ourPackages, pathNot: ['^packages/client/', 'node_modules', ...packageNamed('dto|api')] },
  },
  {
    name: 'client-needs-no-platform',
    comment: 'A client runs wherever there is fetch, the browser included: use web standards instead of node: modules.',
    from: { path: '^packages/client/src/' },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'api-gives-types-only',
    comment: 'Importing the api for its value would pull the server into a client: write `import type`.',
    from: { path: ['^packages/client/src/', '^apps/admin/'] },
    to: { path: packageNamed('api'), dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'admin-imports-client-and-dto-only',
    comment:
      'The console sees what an operator may see: ask the api through @berth/client, never core or the database.',
    from: { path: '^apps/admin/' },
    to: { path: ourPackages, pathNot: ['^apps/admin/', 'node_modules', ...packageNamed('client|dto|api')] },
  },
  {
    name: 'examples-use-the-public-packages',
    comment: 'Examples show what a stranger can build: only @berth/client and @berth/dto are for strangers.',
    from: { path: '^examples/', pathNot: '^examples/test/' },
    to: { path: ourPackages, pathNot: ['^examples/', 'node_modules', ...packageNamed('client|dto')] },
  },
  {
    name: 'tests-stay-out-of-shipped-code',
    comment: 'testing and tooling are not there in production: move what both need into the package that owns it.',
    from: { path: [shipped, '^examples/(orchestrator|runner)/'] },
    to: {
      path: [...packageNamed('testing|tooling|e2e'), '(^|/)(tooling|e2e)/', '(^|/)test/'],
      pathNot: 'node_modules',
    },
  },
  {
    name: 'rules-import-rules-only',
    comment: 'A rule decides from its arguments alone, so that a table can test it: pass in what it would fetch.',
    from: { path: '\\.rules\\.ts$' },
    to: { pathNot: ['\\.rules\\.ts$', ...packageNamed('dto')], dependencyTypesNot: ['type-only'] },
  },
];
