import { acknowledgeEvents, openSubscriber, readEvents } from '@berth/core';
import { AcknowledgeInput, OpenSubscriberInput, ReadEventsInput, ReadEventsOutput, SubscriberView } from '@berth/dto';
import { forService, router } from '../trpc.ts';
import { endOfWait } from '../wait.ts';

export const subscriber = router({
  open: forService
    .input(OpenSubscriberInput)
    .output(SubscriberView)
    .mutation(({ ctx, input }) => openSubscriber(ctx.deps, ctx.actor, input)),
  read: forService
    .input(ReadEventsInput)
    .output(ReadEventsOutput)
    .query(({ ctx, input, signal }) => readEvents(ctx.deps, ctx.actor, input, endOfWait(ctx, signal))),
  acknowledge: forService
    .input(AcknowledgeInput)
    .output(SubscriberView)
    .mutation(({ ctx, input }) => acknowledgeEvents(ctx.deps, ctx.actor, input)),
});
