import { operator } from './routers/operator.ts';
import { orchestrator } from './routers/orchestrator.ts';
import { runner } from './routers/runner.ts';
import { subscriber } from './routers/subscriber.ts';
import { router } from './trpc.ts';

/** The whole surface, by audience. */
export const appRouter = router({ orchestrator, runner, subscriber, operator });
export type AppRouter = typeof appRouter;
