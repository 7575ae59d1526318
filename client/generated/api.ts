// Made from the OpenAPI document by scripts/write-client-types.ts; do not change it.

export type paths = {
    "/v1/swaps/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export all swaps that match, newest first
         * @description Of everything that the filter matches, not of a page. A connection that ends without its last chunk has not brought all, such as one whose client has read nothing for a minute. Counts as 10 requests.
         *
         *     Scope: `view`.
         */
        get: operations["exportSwaps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/swaps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List swaps, newest first
         * @description All conditions that are given must hold. A page may have fewer swaps than `limit`, even none, and a `nextCursor`: go on until there is none.
         *
         *     Scope: `view`.
         */
        get: operations["listSwaps"];
        put?: never;
        /**
         * Submit a swap
         * @description The same key and job are the same swap for its whole life. Another job under the same key is refused. With `replaces`, the swap takes the place of one that has ended unpaid, which nothing tries again from then on.
         *
         *     Scope: `submit`.
         */
        post: operations["createSwap"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/swaps/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit up to 1,000 swaps
         * @description Each has its own idempotency key and is accepted or refused by itself; the answer has one result for each, in their order. None may replace a swap. Send the same batch again after a lost answer.
         *
         *     Scope: `submit`.
         */
        post: operations["createSwaps"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/swaps/{id}/wait": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Wait until a swap has ended or needs a person
         * @description Answers at the latest after `timeoutSeconds`, with the swap as it is then.
         *
         *     Scope: `view`.
         */
        get: operations["waitForSwap"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/swaps/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a swap, its events, and what the guard found in its transactions
         * @description Scope: `view`.
         */
        get: operations["getSwap"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/swaps/{id}/record": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read where the money of a swap is, what was signed for it, and what may be done
         * @description Scope: `view`.
         */
        get: operations["inspectSwap"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/swaps/{id}/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the orders of a swap with what the routing service answered, word for word
         * @description Scope: `view`.
         */
        get: operations["listOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/swaps/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for the end of a swap
         * @description A request until the chain has decided.
         *
         *     Scope: `submit`.
         */
        post: operations["cancelSwap"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/swaps/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a swap again
         * @description A swap that has not ended goes on with a new order. One that ended unpaid is tried by a new swap that names it. Refused while an earlier payment may land.
         *
         *     Scope: `submit`.
         */
        post: operations["retrySwap"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/swaps/{id}/acknowledge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Close a swap again that received money after its end
         * @description Scope: `approve`.
         */
        post: operations["acknowledgeSwap"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/swaps/{id}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End the review of a swap
         * @description The chain has the last word: named evidence is looked up. Signs nothing.
         *
         *     Scope: `approve`.
         */
        post: operations["resolveSwap"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/swaps/dry-run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Show what a swap would do, and sign nothing
         * @description Asks the routing service for quote and transaction, reads the chains, simulates the transactions and has the guard judge them, as for the swap itself. Stores nothing, and makes no order at a provider that is paid by deposit. Needs no idempotency key. Counts as 10 requests.
         *
         *     Scope: `submit`.
         */
        post: operations["previewSwap"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/swaps/{id}/retry/dry-run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Show what a retry would do, beside the order that it replaces, and sign nothing
         * @description Asks the routing service for a new quote, and has the guard judge its transaction. Answers the record of the swap too, so the key needs the scope `view` besides. Counts as 10 requests.
         *
         *     Scope: `submit`.
         */
        post: operations["previewRetry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/quotes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask what the routing service offers for a job
         * @description Without a transaction. Prices move: nothing is promised. Counts as 3 requests.
         *
         *     Scope: `submit`.
         */
        post: operations["quoteSwap"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bulk-actions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List bulk actions, newest first
         * @description Scope: `view`.
         */
        get: operations["listBulkActions"];
        put?: never;
        /**
         * Retry or cancel all swaps that match a filter
         * @description The list of swaps is fixed when it is created. A worker does them one after the other, the oldest first, and judges each again when its turn comes. With `dryRun` it only says what would be done, and counts as 10 requests.
         *
         *     Scope: `submit`.
         */
        post: operations["createBulkAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bulk-actions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a bulk action and how far it is
         * @description Scope: `view`.
         */
        get: operations["getBulkAction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bulk-actions/{id}/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the swaps of a bulk action with their results, in their order
         * @description Scope: `view`.
         */
        get: operations["listBulkItems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bulk-actions/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a bulk action
         * @description Scope: `submit`.
         */
        post: operations["pauseBulkAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bulk-actions/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Go on with a paused bulk action
         * @description Scope: `submit`.
         */
        post: operations["resumeBulkAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bulk-actions/{id}/abort": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a bulk action; what it has done stays done
         * @description Scope: `submit`.
         */
        post: operations["abortBulkAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow the events of all swaps and wallets, or read a page of them
         * @description Scope: `view`.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/swaps/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow the events of one swap, or read a page of them
         * @description Scope: `view`.
         */
        get: operations["listSwapEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description Scope: `admin`.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Make a webhook
         * @description It gets what happens from then on, within seconds, at least once. At most 50.
         *
         *     Scope: `admin`.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a webhook
         * @description Scope: `admin`.
         */
        get: operations["getWebhook"];
        /**
         * Change a webhook
         * @description Scope: `admin`.
         */
        put: operations["changeWebhook"];
        post?: never;
        /**
         * Delete a webhook
         * @description Scope: `admin`.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send nothing to a webhook any more
         * @description Scope: `admin`.
         */
        post: operations["disableWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send to a webhook again
         * @description What happens from now on is sent, and what was waiting. What happened while it was disabled is in the feed of events.
         *
         *     Scope: `admin`.
         */
        post: operations["enableWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the secret of a webhook
         * @description The old one signs too for a day, so that the receiver can change in between.
         *
         *     Scope: `admin`.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of a webhook and their attempts
         * @description Scope: `admin`.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/swaps/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries about a swap, to all webhooks, and their attempts
         * @description Scope: `admin`.
         */
        get: operations["listSwapDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send deliveries again, under their ids
         * @description Deliveries that retention has removed are not sent again; their events are in the feed.
         *
         *     Scope: `admin`.
         */
        post: operations["replayDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test message to a webhook
         * @description Scope: `admin`.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/approvals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what the guard holds swaps for, and what persons decided, newest first
         * @description Scope: `view`.
         */
        get: operations["listApprovals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/approvals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what is known of an item that the guard holds a swap for
         * @description Scope: `view`.
         */
        get: operations["getApproval"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/approvals/{id}/votes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read who has voted on a payment that needs approvals, and what the others sign
         * @description Scope: `view`.
         */
        get: operations["listVotes"];
        put?: never;
        /**
         * Vote on a payment that needs approvals, with a passkey of an approver
         * @description The guard’s policy names the approvers and their passkeys. Once enough have approved, the swap quotes again. One who rejects ends it.
         *
         *     Scope: `approve`.
         */
        post: operations["voteOnPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/approvals/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Admit an item that the guard holds a swap for
         * @description Once all items of the swap are approved it quotes again, and the guard judges the new answer. A person who submitted, retried or edited the swap does not approve.
         *
         *     Scope: `approve`.
         */
        post: operations["approveItem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/approvals/{id}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refuse an item that the guard holds a swap for: the swap fails unpaid
         * @description Scope: `approve`.
         */
        post: operations["rejectItem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/approvals/{id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End what an approval admits
         * @description Judgements that begin from then on hold what needs it.
         *
         *     Scope: `approve`.
         */
        post: operations["revokeAdmission"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/approval-batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what treasury rules ask for that waits for approvals as a batch
         * @description Scope: `view`.
         */
        get: operations["listApprovalBatches"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/approval-batches/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the payments that a treasury rule asked for at one time, and what approvers sign
         * @description Scope: `view`.
         */
        get: operations["getApprovalBatch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/approval-batches/{id}/votes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Vote on all payments of a batch that wait, with one signature of a passkey
         * @description The vote counts for each payment as one on it alone does, or for none. A payment goes on once it has its approvals. One approver who rejects ends all.
         *
         *     Scope: `approve`.
         */
        post: operations["voteOnBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/stops": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what is stopped
         * @description Scope: `view`.
         */
        get: operations["listStops"];
        put?: never;
        /**
         * Stop signing
         * @description Of everything, a chain, a provider, a wallet, a lane or a treasury rule. Nothing is signed or sent for the first time from then on. What is on its way is followed, and may be cancelled.
         *
         *     Scope: `submit`.
         */
        post: operations["stop"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/stops/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume signing
         * @description Scope: `approve`.
         */
        post: operations["resume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/caps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the caps and budgets of payments, and their use
         * @description The caps of the guard’s policy, and the budgets of the treasury rules whose payments count now. A payment above a cap waits for an approval; one that finds no room beside others waits until it returns.
         *
         *     Scope: `view`.
         */
        get: operations["listCaps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/blackouts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the blackouts of the guard’s policy, and which are on
         * @description As the policy of this process has them. Within one nothing new is signed but cancels; swaps wait with `BLACKOUT`.
         *
         *     Scope: `view`.
         */
        get: operations["listBlackouts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/treasury/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the treasury’s rules
         * @description Scope: `view`.
         */
        get: operations["listTreasuryRules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/treasury/rules/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a treasury rule and its versions
         * @description Scope: `view`.
         */
        get: operations["getTreasuryRule"];
        /**
         * Make or change a treasury rule
         * @description Each change is a version with its author. The same rule again makes none. Its swaps count as asked for by the author: another person approves them.
         *
         *     Scope: `submit`.
         */
        put: operations["applyTreasuryRule"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/treasury/rules/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a treasury rule
         * @description Nothing of it begins any more. What has begun goes on.
         *
         *     Scope: `submit`.
         */
        post: operations["pauseTreasuryRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/treasury/rules/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a treasury rule
         * @description What came due while it was paused is not done.
         *
         *     Scope: `approve`.
         */
        post: operations["resumeTreasuryRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/treasury/occurrences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what the treasury’s rules did
         * @description Each instant at which a rule was due, the newest first.
         *
         *     Scope: `view`.
         */
        get: operations["listTreasuryOccurrences"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/treasury/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show what the treasury’s rules would do, and sign nothing
         * @description Every occurrence of the next days, decided as the rules’ worker decides it: by the balances of now, changed by what was planned before, at the prices of the guard’s policy. What a swap brings counts as there at the next instant. Network and route fees are not deducted. Besides, each rule as if it were due now, with route, fees and the guard’s verdict. Stores and reserves nothing. Counts as 50 requests.
         *
         *     Scope: `view`.
         */
        get: operations["planTreasury"];
        put?: never;
        /**
         * Show what the rules would do with a new or changed one, and store nothing
         * @description The same plan, as if the rule were applied already. Needs the scope `view` besides. Counts as 50 requests.
         *
         *     Scope: `submit`.
         */
        post: operations["planTreasuryRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/wallets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List wallets
         * @description Scope: `view`.
         */
        get: operations["listWallets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/balances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List balances as they were last read, and what is reserved of them
         * @description A balance is read when a swap of the wallet needs it.
         *
         *     Scope: `view`.
         */
        get: operations["listBalances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/allowances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what wallets have allowed spenders to take
         * @description As last read from the chain. An allowance is read and set when a swap needs it, to the sum that open swaps need.
         *
         *     Scope: `view`.
         */
        get: operations["listAllowances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/treasury/balances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List balances over time, with what they were worth
         * @description The treasury worker reads them each hour, and after the settlements of a wallet. Oldest first.
         *
         *     Scope: `view`.
         */
        get: operations["listTreasuryBalances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/treasury/drift": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List changes of balances that no book explains
         * @description Found between two samples at which nothing of the account was under way. Ferryman never changes a book to fit. Oldest first, at most 1000.
         *
         *     Scope: `view`.
         */
        get: operations["listDrift"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/treasury/books": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the books of a period
         * @description What ended swaps have moved, with fees, hashes and the prices that were stored at settlement, in the order of their ends. Of a closed period always the same bytes. A key with masks reads no books. Counts as 10 requests.
         *
         *     Scope: `view`.
         */
        get: operations["exportBooks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lanes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List lanes in which swaps wait or hold slots
         * @description The whole list: at most one lane for each wallet account and configured chain.
         *
         *     Scope: `view`.
         */
        get: operations["listLanes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what needs a person, what is under way, and what became of the newest swaps
         * @description Scope: `view`.
         */
        get: operations["readOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/errors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Group swaps by what they wait for or ended with
         * @description Reads, of each code, the newest 1,000 swaps that were submitted at most 7 days before the time. `isAtLeast` marks groups of a code that may have more. There is one group for each provider, state and code. At most the 200 largest are listed.
         *
         *     Scope: `view`.
         */
        get: operations["listErrors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/chains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List configured chains, and how they are
         * @description Scope: `view`.
         */
        get: operations["listChains"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List providers that jobs and stops may name
         * @description The routing service chooses among them, within the lists of the job.
         *
         *     Scope: `view`.
         */
        get: operations["listProviders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/wallets/{name}/freeze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show why a wallet is frozen
         * @description Asks the chains how many transactions the wallet has sent.
         *
         *     Scope: `admin`.
         */
        get: operations["inspectWallet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/wallets/{name}/unfreeze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Release a frozen wallet
         * @description Ferryman accepts what the chains show of the wallet up to now. Only a process whose data folder has the signing log of the keys does it, such as `ferryman up`; another one answers `SIGNING_LOG_ELSEWHERE`.
         *
         *     Scope: `admin`.
         */
        post: operations["unfreezeWallet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/journal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare the journal with what the keys have signed
         * @description Reads the whole signing log of the process that answers. Changes nothing.
         *
         *     Scope: `admin`.
         */
        get: operations["inspectJournal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/journal/adopt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept the journal as the one that the keys sign for
         * @description Read docs/operations/backups.md first: what is lost is never paid again, and signing logs that are missing count as gone. Only a process whose data folder has the signing log of the keys does it, such as `ferryman up`; another one answers `SIGNING_LOG_ELSEWHERE`.
         *
         *     Scope: `admin`.
         */
        post: operations["adoptJournal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read who makes the request, and what its key may do
         * @description Scope: `view`.
         */
        get: operations["getSession"];
        put?: never;
        /**
         * Exchange an API key for a session of a browser
         * @description The answer sets the cookie `__Host-ferryman`, which no script can read. It stands for the key for 12 hours, as long as the key is good. A key has at most 20 sessions: another one ends its oldest. Acts of a session need the headers `Origin` and `x-ferryman-csrf`. Counts as 10 requests.
         *
         *     Scope: `view`.
         */
        post: operations["createSession"];
        /**
         * End the session of a browser
         * @description Scope: `view`.
         */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys, also revoked ones, newest first
         * @description Scope: `admin`.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Make an API key
         * @description Limits of wallets and chains bind what it submits and changes, not what it reads. Masks bind what it reads.
         *
         *     Scope: `admin`.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace an API key by a new one with the same rights
         * @description Scope: `admin`.
         */
        post: operations["rotateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys/{id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke an API key
         * @description Scope: `admin`.
         */
        post: operations["revokeKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what operators did, newest first
         * @description Scope: `admin`.
         */
        get: operations["listAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check the chain of the audit log
         * @description Reads every entry, and compares the last one with the head of the log. A person who can change the head too is found by a `hash` that you have noted elsewhere.
         *
         *     Scope: `admin`.
         */
        get: operations["verifyAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/backups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Back up an embedded journal
         * @description Into a new folder in `backups` of the data folder. Statements wait while the files are copied. A journal on a Postgres server is backed up by the server’s own means, or by `ferryman backup create`.
         *
         *     Scope: `admin`.
         */
        post: operations["createBackup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/retention/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Archive old answers of the routing service, and remove old deliveries
         * @description Archives go into the folder that the service is configured with. The answer comes when all of it is done; a client that leaves earlier stops nothing.
         *
         *     Scope: `admin`.
         */
        post: operations["runRetention"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/service": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the version and the configuration of the service, without secrets
         * @description Scope: `admin`.
         */
        get: operations["readService"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
};
export type webhooks = Record<string, never>;
export type components = {
    schemas: {
        Acknowledgement: {
            note: string;
        };
        AdmissionItem: {
            /** @description Such as `target`, `spender`, `receiver`, `provider`, `finding`. */
            kind: string;
            chain?: string;
            address?: string;
            codeHash?: string;
            implementationHash?: string;
            /** @description Of the called function. */
            selector?: string;
            /** @description What the policy does not tell of a function. */
            lacks?: {
                /** @description Such as `descriptor`, `calls`, `minimum`. */
                what: string;
                of?: string;
                /** @description Of the calls inside it. */
                selectors?: string[];
            };
            token?: string;
            provider?: string;
            rule?: string;
            what?: string;
            envelope?: components["schemas"]["PaymentEnvelope"];
            /** @description So many approvers have to sign the envelope. */
            approvals?: number;
            /** @description The approvers who may. */
            of?: string[];
        };
        Allowance: {
            wallet: string;
            family: string;
            chain: string;
            token: string;
            symbol?: string;
            spender: string;
            allowed?: components["schemas"]["Amount"];
            /** @description Absent: it was never read. */
            allowedBaseUnits?: components["schemas"]["BaseUnits"];
            /** @description At which it was read. */
            block?: string;
            needed?: components["schemas"]["Amount"];
            /** @description What open and signed payments need of it. */
            neededBaseUnits: components["schemas"]["BaseUnits"];
            /**
             * Format: uuid
             * @description The swap whose approve of it is in flight.
             */
            approving?: string;
        };
        AllowanceList: {
            allowances: components["schemas"]["Allowance"][];
            /** @description Absent on the last page, and for keys that do not see addresses: it holds a spender. */
            nextCursor?: string;
            /**
             * @description The masks of the key have left members out.
             * @constant
             */
            masked?: true;
        };
        Amount: string;
        ApiKey: {
            id: string;
            name?: string;
            scopes: ("view" | "submit" | "approve" | "admin")[];
            /** @description Absent: all. */
            wallets?: string[];
            /** @description Absent: all. */
            chains?: string[];
            /** @description What it does not see. Absent: nothing. */
            masks?: ("addresses" | "metadata")[];
            requestsPerMinute?: number;
            createdBy?: string;
            createdAt: components["schemas"]["Time"];
            expiresAt?: components["schemas"]["Time"];
            revokedAt?: components["schemas"]["Time"];
        };
        ApiKeyAnswer: {
            key: components["schemas"]["ApiKey"];
        };
        ApiKeyList: {
            keys: components["schemas"]["ApiKey"][];
            /** @description Absent on the last page. */
            nextCursor?: string;
        };
        ApiKeyRequest: {
            name?: string;
            scopes: ("view" | "submit" | "approve" | "admin")[];
            /** @description Names of wallets that the key may use. Default: all. */
            wallets?: string[];
            /** @description Chains that the key may use. Default: all. */
            chains?: string[];
            /** @description What its answers do not show. Only for keys whose one scope is `view`. */
            masks?: ("addresses" | "metadata")[];
            requestsPerMinute?: number;
            /** Format: date-time */
            expiresAt?: string;
        };
        Approval: {
            /** Format: uuid */
            id: string;
            swap: {
                /** Format: uuid */
                id: string;
                wallet: string;
                fromChain: string;
                toChain: string;
            };
            item: components["schemas"]["AdmissionItem"];
            /** @description The rules of the guard that found it. */
            rule: string;
            message: string;
            /** @description What was known when the guard held the swap. */
            known: {
                /** @description Of the finding. */
                facts: {
                    [key: string]: string;
                };
                /** @description What the chain shows of the address. */
                contract?: {
                    [key: string]: string;
                };
                /** @description What the transaction would have changed. */
                simulation: string[];
                /** @description The block that was simulated on. */
                block: string;
                /** @description Hash of the policy that does not name the item. */
                policy: string;
            };
            /** @description Who submitted, retried or edited the swap: none of them decides. */
            requesters: string[];
            /** @enum {string} */
            state: "open" | "approved" | "rejected" | "expired" | "withdrawn";
            /** @description Of an approved one. */
            admission?: {
                /** @enum {string} */
                scope: "once" | "until" | "permanent";
                until?: components["schemas"]["Time"];
                /** @description It admits now. */
                inForce: boolean;
                revoked?: {
                    by: string;
                    at: components["schemas"]["Time"];
                    reason: string;
                };
            };
            /** @description Of an approved or rejected one. */
            decided?: {
                by: string;
                at: components["schemas"]["Time"];
                reason: string;
            };
            createdAt: components["schemas"]["Time"];
            /** @description An open one expires then, and its swap fails unpaid. */
            expiresAt: components["schemas"]["Time"];
        };
        ApprovalAnswer: {
            approval: components["schemas"]["Approval"];
        };
        ApprovalBatchAnswer: {
            /** @description The rule and the time, as paths name the batch. */
            id: string;
            /** @description The id of the treasury rule. */
            rule: string;
            /** @description When the rule was due. */
            instant: components["schemas"]["Time"];
            /** @description Of the rule. */
            version: number;
            /** @description So many payments are not quoted yet: until then no approver can sign. */
            preparing: number;
            /** @description In the order of the rule’s payments. */
            lines: components["schemas"]["ApprovalBatchLine"][];
            /** @description Of what waits, by asset: at most paid, at least received. */
            sums: {
                payments: number;
                pays: {
                    chain: string;
                    token: string;
                    symbol: string;
                    decimals: number;
                    maximumBaseUnits: string;
                }[];
                gets: {
                    chain: string;
                    token: string;
                    symbol: string;
                    decimals: number;
                    minimumBaseUnits: string;
                }[];
            };
            /** @description So many approvers have to sign the payment that needs most. */
            needed: number;
            /** @description So many signatures lacks the payment that lacks most. */
            missing: number;
            /** @description The approvers who may sign all that wait. */
            of: string[];
            /** @description Who asked for the payments that wait: none of them signs. */
            requesters: string[];
            /** @description On what waits and what is approved. */
            votes: {
                approver: string;
                /** @enum {string} */
                decision: "approve" | "reject";
                /** @description On how many of the payments. */
                payments: number;
            }[];
            /** @description What a passkey signs, once for all payments that wait. Base64url. Absent: some are not quoted yet, or none waits. */
            signing?: {
                /** @description The host for which the passkeys are made (`rpId`). */
                relyingParty: string;
                /** @description Ids of the passkeys that count, base64url. */
                passkeys: string[];
                /** @description What is signed: send it back with the vote. */
                envelopes: string[];
                challenges: {
                    approve: string;
                    reject: string;
                };
            };
        };
        ApprovalBatchLine: {
            /** Format: uuid */
            swapId: string;
            receiver: string;
            /**
             * @description Of the swap.
             * @enum {string}
             */
            state: "requested" | "quoted" | "executing" | "confirming" | "settling" | "awaiting_approval" | "awaiting_deposit" | "claiming" | "refunding" | "needs_review" | "settled" | "refunded" | "failed" | "cancelled" | "expired";
            /**
             * @description `preparing`: it is not quoted yet. `waiting`: approvers sign it. `cleared`: it needs no approval, or has all of them. `ended`: nothing is signed for it any more.
             * @enum {string}
             */
            standing: "preparing" | "waiting" | "cleared" | "ended";
            /** Format: uuid */
            approvalId?: string;
            /** @description Of an envelope: SHA-256 of its RFC 8785 JSON, hex. */
            digest?: string;
            /** @description Absent: approvers are asked for nothing. */
            envelope?: components["schemas"]["PaymentEnvelope"];
            /** @description So many approvers have to sign. */
            needed?: number;
            /** @description The approvers who may. */
            of?: string[];
            /** @description So many signatures are missing. */
            missing?: number;
        };
        ApprovalBatchList: {
            /** @description Those of which a payment waits for approvals, the newest first. */
            batches: {
                /** @description The rule and the time, as paths name the batch. */
                id: string;
                /** @description The id of the treasury rule. */
                rule: string;
                /** @description When the rule was due. */
                instant: components["schemas"]["Time"];
                /** @description Of the rule. */
                version: number;
                /** @description How many swaps it has. */
                swaps: number;
            }[];
        };
        ApprovalList: {
            approvals: components["schemas"]["Approval"][];
            /** @description How many are open in all, if `count` asks for it. */
            open?: number;
            /** @description Absent on the last page. */
            nextCursor?: string;
        };
        ApprovalReason: {
            reason: string;
        };
        ApproveRequest: {
            /**
             * @description `once`: for this swap. `until`: for every swap until a time. `permanent`: for every swap until it is revoked.
             * @enum {string}
             */
            scope: "once" | "until" | "permanent";
            /**
             * Format: date-time
             * @description Of the scope `until`, and of no other.
             */
            until?: string;
            reason: string;
        };
        Asset: {
            chain: string;
            token: string;
            /** @description Of the operator’s list, or else what the contract calls itself: any contract can. */
            symbol: string;
            decimals: number;
            /**
             * @description The operator’s list had the token under this symbol at submission.
             * @constant
             */
            listed?: true;
            /**
             * @description The chain is not configured: only the router reports what arrives.
             * @constant
             */
            settlement?: "router-reported";
        };
        Attempt: {
            /** @enum {string} */
            kind: "pay" | "bump" | "cancel";
            txId: string;
            /** @enum {string} */
            status: "unseen" | "pending" | "included" | "final";
            block?: string;
            /** @description Absent: it is in no block. */
            succeeded?: boolean;
            feePaidBaseUnits?: components["schemas"]["BaseUnits"];
            signedAt: components["schemas"]["Time"];
            /** @description When it was last sent. Absent: the journal knows of no send. */
            sentAt?: components["schemas"]["Time"];
        };
        AuditEntry: {
            position: number;
            at: components["schemas"]["Time"];
            actor: string;
            action: string;
            subject: string;
            reason?: string;
            requestId?: string;
            data: {
                [key: string]: unknown;
            };
            hash: string;
        };
        AuditList: {
            entries: components["schemas"]["AuditEntry"][];
            /** @description Absent on the last page. */
            nextCursor?: string;
        };
        AuditVerdict: {
            ok: boolean;
            /** @description How many entries are whole, from the first one on. */
            entries: number;
            /** @description Position of the first entry that was checked. */
            from?: number;
            /** @description Position of the last whole entry. Absent: there is none. */
            to?: number;
            /** @description Of the newest entry: note it, and compare it later. */
            hash: string;
            fault?: {
                position: number;
                message: string;
            };
        };
        Backup: {
            /** @constant */
            format: 1;
            /** @enum {string} */
            form: "embedded" | "postgres";
            /** @description On the machine of the service. */
            folder: string;
            /** @description The journal’s file in the folder. */
            file: string;
            bytes: number;
            sha256: string;
            madeAt: components["schemas"]["Time"];
            /**
             * Format: uuid
             * @description Of the journal.
             */
            instanceId: string;
            /** @description The number of the newest migration. */
            schema: number;
            /** @description How many attempts had been committed when the backup began. It may have more. */
            committed: string;
        };
        BackupAnswer: {
            backup: components["schemas"]["Backup"];
        };
        Balance: {
            wallet: string;
            family: string;
            chain: string;
            token: string;
            symbol?: string;
            balance?: components["schemas"]["Amount"];
            /** @description Settled: as the block shows it. */
            balanceBaseUnits: components["schemas"]["BaseUnits"];
            reserved?: components["schemas"]["Amount"];
            /** @description What signed and leased transactions may still take. */
            reservedBaseUnits: components["schemas"]["BaseUnits"];
            inFlight?: components["schemas"]["Amount"];
            /** @description What open swaps have sent of the token, or may have sent, and what has not arrived yet. */
            inFlightBaseUnits: components["schemas"]["BaseUnits"];
            /** @description At which the balance was read. */
            block: string;
        };
        BalanceHistory: {
            balances: components["schemas"]["BalanceSample"][];
            nextCursor?: string;
        };
        BalanceList: {
            balances: components["schemas"]["Balance"][];
            /** @description Absent on the last page. */
            nextCursor?: string;
        };
        BalanceSample: {
            wallet: string;
            family: string;
            chain: string;
            token: string;
            symbol: string;
            at: components["schemas"]["Time"];
            /** @description At which the balance was read. */
            block: string;
            settled: components["schemas"]["Amount"];
            settledBaseUnits: components["schemas"]["BaseUnits"];
            inFlight: components["schemas"]["Amount"];
            /** @description What open swaps had sent of it and had not arrived. */
            inFlightBaseUnits: components["schemas"]["BaseUnits"];
            /** @description Of one whole token, by the guard’s prices. */
            usdPrice?: string;
            /** @description What the settled balance was worth. */
            usd?: string;
        };
        BaseUnits: string;
        BatchVoteRequest: {
            /** @enum {string} */
            decision: "approve" | "reject";
            reason: string;
            /** @description What the passkey has signed (WebAuthn). All base64url. */
            assertion: {
                credentialId: string;
                authenticatorData: string;
                clientDataJson: string;
                signature: string;
            };
            /** @description `signing.envelopes` as they were when the passkey signed. */
            envelopes: string[];
        };
        Blackout: {
            name: string;
            /** @description Absent: all wallets. */
            wallets?: string[];
            /** @description Absent: all payments, of treasury rules or not. */
            rules?: string[];
            /** @description Absent: all chains. */
            chains?: string[];
            /** @description IANA name: days and times are those of its clocks. */
            timeZone: string;
            /** @description On which it begins. Absent, with `dates`: each day. */
            days?: ("sun" | "mon" | "tue" | "wed" | "thu" | "fri" | "sat")[];
            /** @description Such as `2026-12-24`. */
            dates?: string[];
            /** @description The time of day at which it begins, such as `18:00`. */
            from: string;
            /** @description At which it ends, the next day if that is not later than `from`. */
            to: string;
            /** @description It is on, until then. Absent: it is not on. */
            until?: components["schemas"]["Time"];
        };
        BlackoutList: {
            blackouts: components["schemas"]["Blackout"][];
        };
        BookExport: string;
        BulkAction: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            action: "retry" | "cancel";
            filter: {
                [key: string]: string;
            };
            reason: string;
            ratePerMinute: number;
            createdBy: string;
            /** @enum {string} */
            state: "running" | "paused" | "aborted" | "finished";
            /** @description Why it was paused, resumed or aborted. */
            stateReason?: string;
            /** @description Swaps that matched when it was created. */
            total: number;
            done: number;
            skipped: number;
            failed: number;
            remaining: number;
            createdAt: components["schemas"]["Time"];
            updatedAt: components["schemas"]["Time"];
        };
        BulkActionAnswer: {
            bulkAction: components["schemas"]["BulkAction"];
        };
        BulkActionChange: {
            reason: string;
        };
        BulkActionList: {
            bulkActions: components["schemas"]["BulkAction"][];
            /** @description Absent on the last page. */
            nextCursor?: string;
        };
        BulkActionRequest: {
            /** @enum {string} */
            action: "retry" | "cancel";
            /** @description As the query of a list; its members are texts. */
            filter: {
                /** @description Ids of swaps, separated by commas: at most 200. */
                id?: string;
                /** @description What you have at hand: a swap id, an idempotency key, a transaction hash, an address, an order number of a provider, a value of metadata, or the code or words of an error. From 4 characters on (6 of a hash), what begins with it is found too. */
                q?: string;
                /** @description One or more, separated by commas, of requested, quoted, executing, confirming, settling, awaiting_approval, awaiting_deposit, claiming, refunding, needs_review, settled, refunded, failed, cancelled, expired. */
                state?: string;
                /** @description One or more, separated by commas, of untouched, in_flight, moved, returned, unknown. */
                fundsState?: string;
                /** @description The code of the reason for which it waits or ended, such as ROUTER_NO_ROUTE. */
                error?: string;
                /** @description Chain of either side. */
                chain?: string;
                /** @description Chain that it is paid on. */
                fromChain?: string;
                /** @description Chain that it pays out on. */
                toChain?: string;
                /** @description Address or symbol of the token that is paid. */
                fromToken?: string;
                /** @description Address or symbol of the token that is bought. */
                toToken?: string;
                /** @description Name of a wallet; its accounts are included. */
                wallet?: string;
                /** @description Provider of the order. */
                provider?: string;
                /**
                 * @description One of wallet, deposit, deposit-by-hand.
                 * @enum {string}
                 */
                flow?: "wallet" | "deposit" | "deposit-by-hand";
                /** @description Address that is paid. */
                receiver?: string;
                /** @description `key=value`, or a key alone: with any value. */
                metadata?: string;
                /** @description Id of the swap whose job it tries again, or that it replaces. */
                retryOf?: string;
                /**
                 * Format: date-time
                 * @description Submitted at this time or later. ISO 8601, such as 2026-01-31T12:00:00Z.
                 */
                createdAfter?: string;
                /**
                 * Format: date-time
                 * @description Submitted at this time or before. ISO 8601, such as 2026-01-31T12:00:00Z.
                 */
                createdBefore?: string;
                /**
                 * Format: date-time
                 * @description Changed last at this time or later. ISO 8601, such as 2026-01-31T12:00:00Z.
                 */
                updatedAfter?: string;
                /**
                 * Format: date-time
                 * @description Changed last at this time or before. ISO 8601, such as 2026-01-31T12:00:00Z.
                 */
                updatedBefore?: string;
                /** @description Submitted at least this long ago. Such as 90s, 30m, 12h or 7d. */
                olderThan?: string;
                /** @description Submitted at most this long ago. Such as 90s, 30m, 12h or 7d. */
                newerThan?: string;
                /** @description Changed last at least this long ago. Such as 90s, 30m, 12h or 7d. */
                unchangedFor?: string;
            };
            reason: string;
            /**
             * @description Acts in a minute. Skipped swaps do not count. Default: 60.
             * @default 60
             */
            ratePerMinute: number;
            /** @description `matched` of the dry run that was agreed to. If more swaps match now, nothing is created. */
            expected?: number;
            /**
             * @description Only judge.
             * @default false
             */
            dryRun: boolean;
        };
        BulkItem: {
            seq: number;
            /** Format: uuid */
            swapId: string;
            /**
             * @description `open`: its turn has not come.
             * @enum {string}
             */
            outcome: "done" | "skipped" | "failed" | "open";
            /** @description Why it was skipped or failed. */
            code?: string;
            message?: string;
            /**
             * Format: uuid
             * @description The swap that goes on: the same, or one that tries its job again.
             */
            as?: string;
            /** @description Of a cancel; false: the chain decides. */
            decided?: boolean;
            at?: components["schemas"]["Time"];
        };
        BulkItemList: {
            items: components["schemas"]["BulkItem"][];
            /** @description Absent on the last page. */
            nextCursor?: string;
        };
        BulkPreview: {
            /** @enum {string} */
            action: "retry" | "cancel";
            matched: number;
            /** @description The numbers below are of so many, the oldest first; usually all that matched. */
            judged: number;
            eligible: {
                count: number;
                /** @description Some of them. */
                samples: string[];
            };
            skipped: {
                code: string;
                message: string;
                count: number;
                /** @description Some of them. */
                samples: string[];
            }[];
            /** @description Swaps of which something may have been sent. A retry skips them; of a cancel, the chain decides. */
            may_have_sent: {
                count: number;
                /** @description At most 1,000. */
                swaps: string[];
            };
        };
        CapList: {
            caps: {
                name: string;
                /** @enum {string} */
                window: "transaction" | "hour" | "day" | "week" | "unsettled";
                /**
                 * @description Of all amounts: US dollars, the token, or a number of payments.
                 * @enum {string}
                 */
                unit: "usd" | "amount" | "count";
                /** @description Decimal. */
                limit: string;
                /** @description The treasury rule whose payments it counts. Absent: all payments. */
                rule?: string;
                /** @description What payments use now. Absent: the cap is of each payment alone. */
                uses?: {
                    /** @description Of a cap for each of something: which. */
                    subject?: string;
                    /** @description Decimal. */
                    used: string;
                    /** @description Decimal. "0": nothing more is leased until room returns. */
                    left: string;
                }[];
            }[];
        };
        Chain: {
            name: string;
            title: string;
            family: string;
            caip2: string;
            /** @description A network of the sandbox or a registered test network, by its configured id. All others count as real. */
            testnet: boolean;
            /** @description Addresses of pages, with `{id}` for the transaction or account. */
            explorer?: {
                transaction: string;
                account: string;
            };
            nativeToken: {
                symbol: string;
                decimals: number;
            };
            /** @description The operator’s list: jobs may write these symbols instead of the addresses. */
            tokens: {
                symbol: string;
                token: string;
            }[];
            /** @description Signing is stopped there. Absent: it is not. */
            stopped?: {
                /** @enum {string} */
                scope: "all" | "chain" | "provider" | "wallet" | "lane" | "rule";
                reason: string;
                since: components["schemas"]["Time"];
            };
            /** @description Newest and newest irreversible block of the last observation. A chain is observed while it has open transactions. */
            observed?: {
                latest: string;
                final: string;
                at: components["schemas"]["Time"];
            };
            /** @description As the process that answers has seen them. */
            endpoints: {
                host: string;
                /** @description The next request goes there. */
                used: boolean;
                /** @description The newest block that it reported. */
                latest?: string;
                /** @description Blocks behind the best endpoint of the chain. */
                lag: string;
                /** @description Why it is avoided now. Absent: it is healthy. */
                error?: string;
            }[];
        };
        ChainList: {
            chains: components["schemas"]["Chain"][];
        };
        Delivery: {
            /** @description The `webhook-id` of its messages. */
            id: string;
            webhookId: string;
            topic: string;
            /** Format: uuid */
            swapId?: string;
            /** @enum {string} */
            state: "pending" | "delivered" | "failed";
            createdAt: components["schemas"]["Time"];
            /** @description Of a pending one. */
            nextTryAt?: components["schemas"]["Time"];
            attempts: {
                attempt: number;
                at: components["schemas"]["Time"];
                durationMs: number;
                /** @description Of the answer. Absent: there was none. */
                status?: number;
                error?: string;
            }[];
        };
        DeliveryList: {
            deliveries: components["schemas"]["Delivery"][];
            /** @description Absent on the last page. */
            nextCursor?: string;
        };
        Deposit: {
            chain: string;
            address: string;
            amount: components["schemas"]["Amount"];
            amountBaseUnits: components["schemas"]["BaseUnits"];
            /** @description Without it the money may be lost. */
            memo?: string;
            /** @description The order's number at its provider. */
            exchangeId: string;
            /** @description Only for `deposit-by-hand`. */
            payBy?: components["schemas"]["Time"];
            payments: {
                txId: string;
                amount: components["schemas"]["Amount"];
                amountBaseUnits: components["schemas"]["BaseUnits"];
                memo?: string;
                payer?: string;
                final: boolean;
                at: components["schemas"]["Time"];
            }[];
        };
        Drift: {
            wallet: string;
            family: string;
            chain: string;
            token: string;
            symbol: string;
            from: components["schemas"]["Time"];
            until: components["schemas"]["Time"];
            beforeBaseUnits: components["schemas"]["BaseUnits"];
            afterBaseUnits: components["schemas"]["BaseUnits"];
            /** @description The sum of what was booked in between; with a sign. */
            expectedBaseUnits: string;
            /** @description Decimal, with a sign: what the account has more. */
            difference: string;
            differenceBaseUnits: string;
            /** @description What the chain may have taken without a transaction of the account. */
            toleranceBaseUnits: components["schemas"]["BaseUnits"];
            isBeyondTolerance: boolean;
        };
        DriftList: {
            drift: components["schemas"]["Drift"][];
        };
        ErrorGroup: {
            provider?: string;
            /** @enum {string} */
            state: "requested" | "quoted" | "executing" | "confirming" | "settling" | "awaiting_approval" | "awaiting_deposit" | "claiming" | "refunding" | "needs_review" | "settled" | "refunded" | "failed" | "cancelled" | "expired";
            code: string;
            meaning?: string;
            count: number;
            /**
             * @description There may be more.
             * @constant
             */
            isAtLeast?: true;
            first: components["schemas"]["Time"];
            last: components["schemas"]["Time"];
            /**
             * Format: uuid
             * @description The swap that changed last.
             */
            example: string;
        };
        ErrorGroupList: {
            groups: components["schemas"]["ErrorGroup"][];
        };
        FeedEvent: {
            /** @description The cursor of this event. */
            id: string;
            /** @description Such as `state_changed`; of a notice `wallet_frozen`. */
            type: string;
            /** @description What it is about, the most telling one first. */
            topics: ("swap.funds_unknown" | "swap.requested" | "swap.quoted" | "swap.executing" | "swap.confirming" | "swap.settling" | "swap.awaiting_approval" | "swap.awaiting_deposit" | "swap.claiming" | "swap.refunding" | "swap.needs_review" | "swap.settled" | "swap.refunded" | "swap.failed" | "swap.cancelled" | "swap.expired" | "swap.event" | "wallet.frozen" | "wallet.unfrozen" | "wallet.low_gas" | "wallet.above_ceiling" | "provider.stopped" | "treasury.budget_nearly_used" | "treasury.rule_paused" | "treasury.occurrence_not_done" | "treasury.drift")[];
            at: components["schemas"]["Time"];
            /** @description Absent: the event is of no swap. */
            swap?: {
                /** Format: uuid */
                id: string;
                wallet: string;
                fromChain: string;
                toChain: string;
            };
            /**
             * @description Of the swap, after the event.
             * @enum {string}
             */
            state?: "requested" | "quoted" | "executing" | "confirming" | "settling" | "awaiting_approval" | "awaiting_deposit" | "claiming" | "refunding" | "needs_review" | "settled" | "refunded" | "failed" | "cancelled" | "expired";
            /**
             * @description Of the swap, after the event.
             * @enum {string}
             */
            fundsState?: "untouched" | "in_flight" | "moved" | "returned" | "unknown";
            /** @description Counts the events of the swap from 1. */
            seq?: number;
            /** @description Of a notice. */
            wallet?: string;
            /** @description Of a notice. */
            chain?: string;
            data: {
                [key: string]: unknown;
            };
            /** @description Covers the event and the hash of the one before it. */
            hash?: string;
        };
        FeedPage: {
            events: components["schemas"]["FeedEvent"][];
            /** @description Send it as `after`, also when there was nothing more. */
            nextCursor: string;
            hasMore: boolean;
        };
        FrozenWallet: {
            name: string;
            /** @enum {string} */
            family: "evm" | "tron" | "solana" | "ton" | "bitcoin";
            address: string;
            /** @description `null`: it is not frozen. */
            frozenReason: string | null;
            /** @description Whether this request released it. */
            released: boolean;
            /** @description How many transactions each chain counts. */
            chainNonces: {
                [key: string]: string;
            };
            lost: components["schemas"]["LostAttempt"][];
        };
        GuardVerdict: {
            /** @description Of the event that has it. */
            seq: number;
            at: components["schemas"]["Time"];
            event: string;
            step?: string;
            chain?: string;
            /** @description Of what was signed. Absent: nothing was. */
            txId?: string;
            /** @enum {string} */
            verdict: "allow" | "hold" | "requote" | "reject";
            /** @description What the transaction was to do. */
            intent: string;
            /** @description Hash of the policy that was applied. */
            policy: string;
            /** @description Every rule that was applied. */
            rules: string[];
            /** @description The hosts of the chain that show what was simulated. One: only one is configured, and everything rests on it. */
            simulatedBy?: string[];
            findings: {
                rule: string;
                /** @enum {string} */
                severity: "reject" | "requote" | "hold";
                message: string;
                facts: {
                    [key: string]: string;
                };
            }[];
            /** @description So many are left off. */
            moreFindings?: number;
            /** @description The approvals that admit what the policy does not name. */
            admittedBy: string[];
        };
        Job: {
            wallet: string;
            from: {
                chain: string;
                token: string;
            };
            to: {
                chain: string;
                token: string;
            };
            amount: string;
            receiver: string;
            minOut?: string;
            slippageBps?: number;
            refundAddress?: string;
            providers?: {
                allow?: string[];
                deny?: string[];
            };
            /** @enum {string} */
            flow?: "wallet" | "deposit" | "deposit-by-hand";
            maxFee?: string;
            /** Format: date-time */
            deadline?: string;
            priority?: number;
            /** @enum {string} */
            broadcast?: "public" | "private" | "private-strict";
            metadata?: {
                [key: string]: string;
            };
            /** Format: uuid */
            replaces?: string;
            reason?: string;
        };
        JournalAdoption: {
            reason: string;
        };
        JournalReport: {
            instanceId: string;
            /** @description The journal that the keys of this process sign for. `null`: its data folder has no signing log, so only what the hosts with keys have reported is listed. */
            ownInstanceId: string | null;
            lost: components["schemas"]["LostAttempt"][];
            /** @description Hosts whose signing logs were not read since the rollback. */
            missingLogs: string[];
            frozen: {
                name: string;
                address: string;
                reason: string;
            }[];
        };
        Lane: {
            wallet: string;
            chain: string;
            slots: number;
            used: number;
            waiting: number;
            /** @description For how long the first one has waited; 0: none waits. */
            oldestSeconds: number;
        };
        LaneList: {
            lanes: components["schemas"]["Lane"][];
        };
        Leg: {
            chain: string;
            txId: string;
            index: number;
            token: string;
            /** @enum {string} */
            role: "payout" | "refund";
            /** @enum {string} */
            level: "verified" | "inferred" | "router-reported" | "operator-reported" | "disputed";
            amount?: components["schemas"]["Amount"];
            amountBaseUnits?: components["schemas"]["BaseUnits"];
            /** @description Instead of `amount` where no configured chain shows it: the least that was promised. */
            promised?: components["schemas"]["Amount"];
            promisedBaseUnits?: components["schemas"]["BaseUnits"];
        };
        LostAttempt: {
            /** @description The journal that committed it. */
            instanceId: string;
            chain: string;
            txId: string;
            account: string;
            nonce?: string;
            swapId: string;
            idempotencyKey: string;
            retries: {
                swapId: string;
                idempotencyKey: string;
            }[];
            step: string;
            kind: string;
            signedAt: components["schemas"]["Time"];
            sequence: string;
            payment?: {
                from: {
                    token: string;
                    amount: components["schemas"]["BaseUnits"];
                    refundAddress: string;
                };
                to: {
                    chain: string;
                    token: string;
                    receiver: string;
                    minOut: components["schemas"]["BaseUnits"];
                    expectedOut: components["schemas"]["BaseUnits"];
                    destinationAnchor: string;
                };
            };
            adopted: boolean;
            /** @description Why it could not be imported. */
            refused?: string;
        };
        NewApiKey: {
            key: components["schemas"]["ApiKey"];
            /** @description The key itself (`fm_…`). It is shown this once. */
            secret: string;
        };
        NewWebhook: {
            webhook: components["schemas"]["Webhook"];
            /** @description Verifies the signatures (`whsec_…`). It is shown this once. */
            secret: string;
        };
        Offer: {
            provider: string;
            swapType: string;
            expectedOut: components["schemas"]["Amount"];
            expectedOutBaseUnits: components["schemas"]["BaseUnits"];
            minOut: components["schemas"]["Amount"];
            minOutBaseUnits: components["schemas"]["BaseUnits"];
            /** @description Fixed fees beside the network fee, in coins of the source chain. */
            declaredFee: components["schemas"]["Amount"];
            declaredFeeBaseUnits: components["schemas"]["BaseUnits"];
            expectedSeconds?: number;
            /** @description Who needs an allowance of the source token. */
            spender?: string;
            /** @description Whether its minimum is at least the one of the job. */
            meetsMinimum: boolean;
        };
        Order: {
            /** Format: uuid */
            id: string;
            provider: string;
            swapType: string;
            /** @description Steps may still be signed for it. */
            open: boolean;
            minOut: components["schemas"]["Amount"];
            minOutBaseUnits: components["schemas"]["BaseUnits"];
            expectedOut: components["schemas"]["Amount"];
            expectedOutBaseUnits: components["schemas"]["BaseUnits"];
            quotedAt: components["schemas"]["Time"];
            /** @description When its transaction was asked for. */
            requestedAt?: components["schemas"]["Time"];
            /** @description JSON as the routing service wrote it. */
            quoteAnswer?: string;
            /** @description The same of the transaction. */
            swapAnswer?: string;
            /** @description The file that its answers were moved to. */
            archive?: string;
            /**
             * @description The masks of the key have left members out.
             * @constant
             */
            masked?: true;
        };
        OrderList: {
            orders: components["schemas"]["Order"][];
        };
        Overview: {
            /** @description Swaps that have not ended. States without a swap are left out. */
            open: {
                /** @enum {string} */
                state: "requested" | "quoted" | "executing" | "confirming" | "settling" | "awaiting_approval" | "awaiting_deposit" | "claiming" | "refunding" | "needs_review" | "settled" | "refunded" | "failed" | "cancelled" | "expired";
                count: number;
                oldestSeconds: number;
            }[];
            /** @description Swaps that have not ended by where their money is, and ended ones whose is unknown. */
            funds: {
                /** @enum {string} */
                fundsState: "untouched" | "in_flight" | "moved" | "returned" | "unknown";
                count: number;
            }[];
            frozenWallets: {
                name: string;
                family: string;
            }[];
            lowGas: {
                wallet: string;
                chain: string;
                balanceBaseUnits: components["schemas"]["BaseUnits"];
                belowBaseUnits: components["schemas"]["BaseUnits"];
            }[];
            /** @description Live processes by what they do. */
            processes: {
                /** @enum {string} */
                role: "api" | "execute" | "track" | "recover" | "treasury";
                count: number;
            }[];
            activity: {
                /** @description Later than asked for if there were more swaps than are read. */
                coversFrom: components["schemas"]["Time"];
                /** @description The length of a period. */
                periodSeconds: number;
                /** @description Swaps by the period of their submission and their state now, the oldest first. */
                periods: {
                    from: components["schemas"]["Time"];
                    /** @enum {string} */
                    state: "requested" | "quoted" | "executing" | "confirming" | "settling" | "awaiting_approval" | "awaiting_deposit" | "claiming" | "refunding" | "needs_review" | "settled" | "refunded" | "failed" | "cancelled" | "expired";
                    count: number;
                }[];
                /** @description From submission to the last change of those that settled. Absent: none did. */
                settled?: {
                    count: number;
                    p50Seconds: number;
                    p95Seconds: number;
                };
            };
        };
        OverviewAnswer: {
            overview: components["schemas"]["Overview"];
        };
        PaymentEnvelope: {
            /** @constant */
            version: 1;
            of: {
                /** @constant */
                kind: "swap";
                /** Format: uuid */
                id: string;
            };
            wallet: {
                name: string;
                address: string;
            };
            from: {
                chain: string;
                token: string;
                decimals: number;
                symbol: string;
                maximumBaseUnits: string;
            };
            to: {
                chain: string;
                token: string;
                decimals: number;
                symbol: string;
                receiver: string;
                minimumBaseUnits: string;
            };
            /** @description Whose orders may be paid. */
            providers: string[];
            /** @description Of the source chain’s coin. */
            maximumFeeBaseUnits: string;
            /** @description Until then a new receiver cools. */
            notBefore?: number;
            /** @description Milliseconds since the epoch. */
            expiresAt: number;
        };
        PlannedBalance: {
            /** @description Absent: the account is of no wallet here. */
            wallet?: string;
            account: string;
            chain: string;
            token: string;
            symbol: string;
            decimals: number;
            /** @description What is there without reservations, and what is in flight to it. */
            before: components["schemas"]["Amount"];
            beforeBaseUnits: components["schemas"]["BaseUnits"];
            after: components["schemas"]["Amount"];
            afterBaseUnits: components["schemas"]["BaseUnits"];
            /** @description US dollars, by the sources of the guard’s policy. Decimal. */
            usdPrice?: string;
            /** @description US dollars, by the sources of the guard’s policy. Decimal. */
            usdBefore?: string;
            /** @description US dollars, by the sources of the guard’s policy. Decimal. */
            usdAfter?: string;
            /** @description Why there is no price. */
            priceFault?: string;
        };
        PlannedBudget: {
            name: string;
            /** @enum {string} */
            window: "transaction" | "hour" | "day" | "week" | "unsettled";
            /**
             * @description Of all amounts: US dollars, the token, or a number of payments.
             * @enum {string}
             */
            unit: "usd" | "amount" | "count";
            rule?: string;
            wallet?: string;
            chain?: string;
            token?: string;
            /** @description Of a cap for each of something: which. */
            subject?: string;
            /** @description Decimal. */
            limit: string;
            /** @description What payments use now. Decimal. */
            used: string;
            /** @description The most that is used at one time of the plan, with what counts of now. Decimal. */
            after: string;
            /** @description When the plan is first above the limit: a payment is held then, or waits. */
            exceededAt?: components["schemas"]["Time"];
            /** @description Planned payments without a price, which are not counted. */
            unpriced: number;
        };
        PlannedOccurrence: {
            at: components["schemas"]["Time"];
            rule: string;
            /**
             * @description `unknown`: what the rule decides by could not be read, for `reason`.
             * @enum {string}
             */
            kind: "act" | "skip" | "unknown";
            /** @description Why it does nothing. Absent: it acts. */
            reason?: {
                code: string;
                message: string;
            };
            trades: components["schemas"]["PlannedTrade"][];
        };
        PlannedRule: {
            id: string;
            version: number;
            /** @enum {string} */
            kind: "recurring" | "target" | "sweep" | "top-up" | "payroll";
            wallet: string;
            /** @description What it would do if it were due now, whatever the other rules do. */
            now: {
                /**
                 * @description `unknown`: what the rule decides by could not be read, for `reason`.
                 * @enum {string}
                 */
                kind: "act" | "skip" | "unknown";
                /** @description Why it does nothing. Absent: it acts. */
                reason?: {
                    code: string;
                    message: string;
                };
                trades: components["schemas"]["PreviewedTrade"][];
            };
        };
        PlannedTrade: {
            from: {
                chain: string;
                token: string;
                symbol: string;
                decimals: number;
            };
            amount: components["schemas"]["Amount"];
            amountBaseUnits: components["schemas"]["BaseUnits"];
            /** @description What it is worth. Absent: there is no price. */
            usd?: string;
            to: {
                chain: string;
                token: string;
                symbol: string;
                decimals: number;
            };
            receiver: string;
            /** @description At the prices of now, without any cost. Absent: a price is missing. */
            expectedOut?: components["schemas"]["Amount"];
            expectedOutBaseUnits?: components["schemas"]["BaseUnits"];
        };
        Preview: {
            /**
             * @description `allowed`: it would be signed at once. `refused`: it would not be signed now, for `reason`. `waits`: it would go on after what `waitsFor` lists.
             * @enum {string}
             */
            verdict: "allowed" | "refused" | "waits";
            reason?: {
                code: string;
                message: string;
            };
            waitsFor: {
                /** @enum {string} */
                kind: "stop" | "lane" | "funds" | "allowance" | "price" | "order" | "person" | "retry";
                code?: string;
                message: string;
            }[];
            wallet: {
                name: string;
                address: string;
            };
            from: components["schemas"]["Asset"];
            to: components["schemas"]["Asset"];
            amount: components["schemas"]["Amount"];
            amountBaseUnits: components["schemas"]["BaseUnits"];
            /** @description In the canonical form of its chain. */
            receiver: string;
            /** @description As the job had it, if that is another spelling of the same account. */
            receiverAsGiven?: string;
            refundAddress: string;
            minOut?: components["schemas"]["Amount"];
            minOutBaseUnits?: components["schemas"]["BaseUnits"];
            slippageBps?: number;
            /** @enum {string} */
            flow: "wallet" | "deposit" | "deposit-by-hand";
            deadline: components["schemas"]["Time"];
            /** @description Absent: the routing service offers none. */
            offer?: components["schemas"]["Offer"];
            fees: {
                symbol: string;
                /** @description The most that the networks can charge for the steps. */
                network: components["schemas"]["Amount"];
                networkBaseUnits: components["schemas"]["BaseUnits"];
                declared: components["schemas"]["Amount"];
                declaredBaseUnits: components["schemas"]["BaseUnits"];
            };
            steps: components["schemas"]["PreviewStep"][];
        };
        PreviewAnswer: {
            preview: components["schemas"]["Preview"];
        };
        PreviewStep: {
            /** @enum {string} */
            kind: "approve" | "revoke" | "swap" | "deposit" | "refund" | "claim";
            chain: string;
            /** @description Who would sign it. */
            account: string;
            /** @description The allowance that an approve or revoke sets: the sum that open swaps need. */
            sets?: {
                token: string;
                spender: string;
                allowed: components["schemas"]["Amount"];
                allowedBaseUnits: components["schemas"]["BaseUnits"];
            };
            /** @description The most that the network can charge. */
            maxFee: components["schemas"]["Amount"];
            maxFeeBaseUnits: components["schemas"]["BaseUnits"];
            /** @description The exact bytes that were judged, hexadecimal. */
            unsignedTransaction: string;
            /** @description What it changes, by its simulation. */
            changes: {
                account: string;
                token: string;
                symbol?: string;
                amount?: components["schemas"]["Amount"];
                /** @description Negative: the account loses it. Without the network fee. */
                amountBaseUnits: components["schemas"]["BaseUnits"];
            }[];
            allowanceChanges: {
                token: string;
                spender: string;
                beforeBaseUnits: components["schemas"]["BaseUnits"];
                afterBaseUnits: components["schemas"]["BaseUnits"];
            }[];
            /** @description The block on whose state it was simulated. */
            simulatedAt: string;
            /** @description The hosts of the chain that show these changes. One: only one is configured, and everything rests on it. */
            simulatedBy?: string[];
            /** @enum {string} */
            verdict: "allow" | "hold" | "requote" | "reject";
            /** @description The rules of the guard that were applied. */
            rules: string[];
            findings: {
                rule: string;
                /** @enum {string} */
                severity: "reject" | "requote" | "hold";
                message: string;
                facts: {
                    [key: string]: string;
                };
            }[];
        };
        PreviewedTrade: {
            from: {
                chain: string;
                token: string;
                symbol: string;
                decimals: number;
            };
            amount: components["schemas"]["Amount"];
            amountBaseUnits: components["schemas"]["BaseUnits"];
            /** @description What it is worth. Absent: there is no price. */
            usd?: string;
            to: {
                chain: string;
                token: string;
                symbol: string;
                decimals: number;
            };
            receiver: string;
            /** @description At the prices of now, without any cost. Absent: a price is missing. */
            expectedOut?: components["schemas"]["Amount"];
            expectedOutBaseUnits?: components["schemas"]["BaseUnits"];
            /** @description What the routing service offers now, and the verdict of the guard. */
            preview?: components["schemas"]["Preview"];
            /** @description Why there is no preview. */
            failure?: {
                code: string;
                message: string;
            };
        };
        Problem: {
            type: string;
            /** @description What the code means and what to do: the same for every problem of it. */
            title: string;
            status: number;
            /** @description What is wrong this time. */
            detail: string;
            /** @description Stable. docs/errors.md lists all codes. */
            code: string;
            requestId: string;
            /** @description How far it got, if that is known: `submit` of a submission; of a swap that is there, its state. */
            stage?: string;
            /**
             * @description Where the money of the swap is, if that is known.
             * @enum {string}
             */
            fundsState?: "untouched" | "in_flight" | "moved" | "returned" | "unknown";
            /** @description Where in the body or query each fault is, as JSON pointers. */
            errors?: {
                pointer: string;
                detail: string;
            }[];
        };
        Provider: {
            name: string;
            /**
             * @description Absent: not in the registry.
             * @enum {string}
             */
            style?: "cross-chain" | "on-chain";
            /** @description The identifier that this one means. */
            sameAs?: string;
            /** @description The configuration names it; the registry does not. */
            isAdditional: boolean;
            /** @description Signing is stopped there. Absent: it is not. */
            stopped?: {
                /** @enum {string} */
                scope: "all" | "chain" | "provider" | "wallet" | "lane" | "rule";
                reason: string;
                since: components["schemas"]["Time"];
            };
            /** @description Swaps that changed within `withinSeconds`, by state. Absent: none, or not asked. */
            outcomes?: {
                /** @enum {string} */
                state: "requested" | "quoted" | "executing" | "confirming" | "settling" | "awaiting_approval" | "awaiting_deposit" | "claiming" | "refunding" | "needs_review" | "settled" | "refunded" | "failed" | "cancelled" | "expired";
                count: number;
            }[];
        };
        ProviderList: {
            /** @description The newest call to the routing service of all live processes. */
            router?: {
                /** @description `ok`, or the code of the error. */
                outcome: string;
                secondsAgo: number;
            };
            /** @description Outcomes are of the swaps that were submitted since; later than asked if there are many. */
            outcomesFrom?: components["schemas"]["Time"];
            providers: components["schemas"]["Provider"][];
        };
        QuoteAnswer: {
            from: components["schemas"]["Asset"];
            to: components["schemas"]["Asset"];
            amount: components["schemas"]["Amount"];
            amountBaseUnits: components["schemas"]["BaseUnits"];
            /** @description The best one, as the routing service chose it. */
            quotes: components["schemas"]["Offer"][];
        };
        Replay: {
            /** @description One delivery. */
            deliveryId?: string;
            /**
             * Format: date-time
             * @description All deliveries that were made since.
             */
            since?: string;
        };
        ReplayAnswer: {
            /** @description How many are sent again. */
            replayed: number;
        };
        Resolution: {
            /** @enum {string} */
            as: "paid" | "refunded" | "unpaid";
            evidence?: string;
            reason: string;
            version?: number;
        };
        RetentionReport: {
            /** @description Whose answers were archived. */
            orders?: number;
            /** @description Of the answers in the journal. */
            removedBytes?: number;
            /** @description Of the archives that were written. */
            archivedBytes?: number;
            /** @description Of the archives, on the machine of the service. */
            folder?: string;
            removedDeliveries?: number;
        };
        RetentionRequest: {
            /** @description Archive the routing service’s answers of swaps that have not changed for so many days. Default: as configured. */
            payloadsAfterDays?: number;
            /** @description Remove deliveries of webhooks that ended so many days ago, for ever. Default: as configured. */
            deliveriesAfterDays?: number;
        };
        RetryPreviewAnswer: {
            record: components["schemas"]["SwapRecord"];
            /** @description Absent: the retry would be refused. */
            preview?: components["schemas"]["Preview"];
        };
        Rotation: {
            /**
             * @description For how long the old key stays good beside the new one.
             * @default 0
             */
            overlapSeconds: number;
        };
        ServiceAnswer: {
            /** @description Of Ferryman. Absent: a program embeds it. */
            version?: string;
            /** @description What this process runs with, as `ferryman config check` prints it: secrets are masked, and URLs cut to their host. */
            configuration?: {
                [key: string]: unknown;
            };
        };
        SessionAnswer: {
            key: components["schemas"]["ApiKey"];
            /** @description Absent: the request came with an API key. */
            session?: {
                /** @description To be sent as `x-ferryman-csrf` with every act. */
                csrfToken: string;
                expiresAt: components["schemas"]["Time"];
            };
        };
        Step: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            kind: "approve" | "revoke" | "swap" | "deposit" | "refund" | "claim";
            generation: number;
            /**
             * @description `dead`: proven that it can never land. `reverted_final`: it landed and did nothing.
             * @enum {string}
             */
            outcome: "open" | "landed" | "dead" | "reverted_final";
            chain: string;
            /** @description Absent: nothing was leased for it. */
            account?: string;
            lease?: {
                /** @enum {string} */
                state: "held" | "signed" | "consumed" | "expired" | "dead" | "void";
                /** @description What makes its attempts exclude each other, such as "nonce 7". */
                terms: string;
            };
            attempts: components["schemas"]["Attempt"][];
            /**
             * @description Two proofs contradict each other.
             * @constant
             */
            disputed?: true;
        };
        Stop: {
            /** @enum {string} */
            scope: "all" | "chain" | "provider" | "wallet" | "lane" | "rule";
            /** @description Empty for `all`; of a lane `wallet@chain`; of a rule its id. */
            subject: string;
            /** @description Of a provider: the identifier that its name means, as in the list of providers. */
            sameAs?: string;
            reason: string;
            by: string;
            since: components["schemas"]["Time"];
        };
        StopList: {
            stops: components["schemas"]["Stop"][];
        };
        StopRequest: {
            /** @enum {string} */
            scope: "all" | "chain" | "provider" | "wallet" | "lane" | "rule";
            /**
             * @description Chain, provider or wallet; of a lane `wallet@chain`; the id of a treasury rule; empty for `all`.
             * @default
             */
            subject: string | "";
            reason: string;
        };
        Swap: {
            /** Format: uuid */
            id: string;
            idempotencyKey: string;
            /**
             * Format: uuid
             * @description The swap whose job this one tries again.
             */
            retryOf?: string;
            /** Format: uuid */
            retriedBy?: string;
            /**
             * Format: uuid
             * @description The swap whose place it takes, with an edited job.
             */
            replaces?: string;
            /**
             * Format: uuid
             * @description The swap with an edited job that has its place. Nothing tries this one again.
             */
            replacedBy?: string;
            /** @enum {string} */
            state: "requested" | "quoted" | "executing" | "confirming" | "settling" | "awaiting_approval" | "awaiting_deposit" | "claiming" | "refunding" | "needs_review" | "settled" | "refunded" | "failed" | "cancelled" | "expired";
            /**
             * @description Where the money is.
             * @enum {string}
             */
            fundsState: "untouched" | "in_flight" | "moved" | "returned" | "unknown";
            /**
             * @description How it had ended, while money that came after its end waits for a person.
             * @enum {string}
             */
            endedAs?: "requested" | "quoted" | "executing" | "confirming" | "settling" | "awaiting_approval" | "awaiting_deposit" | "claiming" | "refunding" | "needs_review" | "settled" | "refunded" | "failed" | "cancelled" | "expired";
            /** @description Why it waits or has ended. */
            reason?: {
                code: string;
                message: string;
                meaning?: string;
            };
            /** @description How a person ends its review. */
            toDo?: string;
            cancel?: {
                requestedAt: components["schemas"]["Time"];
                /** @enum {string} */
                status: "pending" | "cancelled" | "too_late";
            };
            wallet: {
                name: string;
                address: string;
            };
            from: components["schemas"]["Asset"];
            to: components["schemas"]["Asset"];
            amount: components["schemas"]["Amount"];
            amountBaseUnits: components["schemas"]["BaseUnits"];
            /** @description In the canonical form of its chain. */
            receiver: string;
            /** @description As the job had it, if that is another spelling of the same account. */
            receiverAsGiven?: string;
            minOut?: components["schemas"]["Amount"];
            minOutBaseUnits?: components["schemas"]["BaseUnits"];
            slippageBps?: number;
            refundAddress: string;
            providers: {
                allow: string[];
                deny: string[];
            };
            /** @enum {string} */
            flow: "wallet" | "deposit" | "deposit-by-hand";
            maxFeeBaseUnits?: components["schemas"]["BaseUnits"];
            deadline: components["schemas"]["Time"];
            priority?: number;
            /**
             * @description Who gets its transactions. Absent: `public`, every node.
             * @enum {string}
             */
            broadcast?: "public" | "private" | "private-strict";
            /** @description The treasury rule that asked for it, in the version of then. */
            rule?: {
                id: string;
                version: number;
            };
            /** @description While it waits for its wallet account. */
            lane?: {
                position: number;
                waiting: number;
                slots: number;
                expectedWaitSeconds?: number;
            };
            /** @description Absent: the key does not see it. */
            metadata?: {
                [key: string]: string;
            };
            /**
             * @description The masks of the key have left members out.
             * @constant
             */
            masked?: true;
            /** @description The order that landed, else the newest. */
            order?: {
                provider: string;
                swapType: string;
                expectedOut: components["schemas"]["Amount"];
                expectedOutBaseUnits: components["schemas"]["BaseUnits"];
                minOut: components["schemas"]["Amount"];
                minOutBaseUnits: components["schemas"]["BaseUnits"];
                /** @description What the expected output was worth when quoted, in USD, as the routing service reported. No decision depends on it. */
                expectedUsd?: string;
                deposit?: components["schemas"]["Deposit"];
            };
            /** @description The transaction that pays, if Ferryman signs it. */
            payment?: {
                chain: string;
                txId: string;
                /** @enum {string} */
                status: "unseen" | "pending" | "included" | "final";
            };
            routerStatus?: {
                status: string;
                at: components["schemas"]["Time"];
            };
            legs: components["schemas"]["Leg"][];
            /**
             * @description The weakest of its legs.
             * @enum {string}
             */
            level?: "verified" | "inferred" | "router-reported" | "operator-reported" | "disputed";
            feeSpentBaseUnits: components["schemas"]["BaseUnits"];
            /** @description Rises when anything of this answer changes. */
            version: number;
            createdAt: components["schemas"]["Time"];
            updatedAt: components["schemas"]["Time"];
        };
        SwapAct: {
            reason?: string;
        };
        SwapAnswer: {
            swap: components["schemas"]["Swap"];
        };
        SwapBatch: {
            swaps: {
                idempotencyKey: string;
                /** @description As the body of a single submission. */
                job: unknown;
            }[];
        };
        SwapBatchAnswer: {
            results: {
                idempotencyKey: string;
                /** @enum {string} */
                outcome: "created" | "existing" | "refused";
                /** Format: uuid */
                swapId?: string;
                /** @enum {string} */
                state?: "requested" | "quoted" | "executing" | "confirming" | "settling" | "awaiting_approval" | "awaiting_deposit" | "claiming" | "refunding" | "needs_review" | "settled" | "refunded" | "failed" | "cancelled" | "expired";
                /** @description Why it was refused. */
                problem?: components["schemas"]["Problem"];
            }[];
        };
        SwapEvent: {
            seq: number;
            type: string;
            at: components["schemas"]["Time"];
            data: {
                [key: string]: unknown;
            };
            /** @description SHA-256 over the event and the hash of the one before it. */
            hash: string;
        };
        SwapExport: string;
        SwapList: {
            swaps: components["schemas"]["Swap"][];
            /** @description Absent on the last page. */
            nextCursor?: string;
        };
        SwapRecord: {
            money: {
                /** @description Where the money is, as a sentence. */
                where: string;
                /** @description What a person may do next without harm. */
                action: {
                    /** @enum {string} */
                    kind: "none" | "wait" | "retry" | "reconcile" | "resolve" | "acknowledge" | "pay_deposit";
                    text: string;
                };
                /** @description Whether a retry would be accepted now. */
                retry: {
                    allowed: boolean;
                    /** @enum {string} */
                    as?: "new_order" | "new_swap";
                    code?: string;
                    /** @description Which proof is missing for it. */
                    message?: string;
                };
                /** @description Whether an edited swap could take its place now. */
                replace: {
                    allowed: boolean;
                    code?: string;
                    /** @description Why it is refused. */
                    message?: string;
                };
                /** @description What a cancel would do now. */
                cancel: {
                    allowed: boolean;
                    /**
                     * @description `end`: it ends at once. `request`: something is signed; the chain decides.
                     * @enum {string}
                     */
                    as?: "end" | "request";
                    code?: string;
                    /** @description Why it would do nothing. */
                    message?: string;
                };
            };
            steps: components["schemas"]["Step"][];
            /** @description What the guard found, the oldest first. Absent in previews. */
            verdicts?: components["schemas"]["GuardVerdict"][];
        };
        SwapRecordAnswer: {
            record: components["schemas"]["SwapRecord"];
        };
        SwapWithEvents: {
            swap: components["schemas"]["Swap"];
            events: components["schemas"]["SwapEvent"][];
            /** @description What the guard found in each of its transactions, the oldest first. */
            verdicts: components["schemas"]["GuardVerdict"][];
        };
        Time: string;
        TreasuryOccurrence: {
            ruleId: string;
            /** @description When the rule was due. */
            instant: components["schemas"]["Time"];
            version: number;
            /** @enum {string} */
            state: "missed" | "skipped" | "acting" | "submitted" | "done" | "failed";
            /** @description Why it did nothing, or failed. */
            code?: string;
            message?: string;
            /** @description How many instants this entry stands for, and the first of them. */
            missed?: {
                count: number;
                from: components["schemas"]["Time"];
            };
            /** @description Ids. */
            swaps: string[];
            begunAt: components["schemas"]["Time"];
            endedAt?: components["schemas"]["Time"];
        };
        TreasuryOccurrenceList: {
            /** @description The newest first. */
            occurrences: components["schemas"]["TreasuryOccurrence"][];
            nextCursor?: string;
        };
        TreasuryPlan: {
            from: components["schemas"]["Time"];
            until: components["schemas"]["Time"];
            /** @description A plan has at most about 500 occurrences. What comes after this is left out. */
            leftOutAfter?: components["schemas"]["Time"];
            /** @description By id. */
            rules: components["schemas"]["PlannedRule"][];
            /** @description The earliest first. */
            occurrences: components["schemas"]["PlannedOccurrence"][];
            balances: components["schemas"]["PlannedBalance"][];
            /** @description The caps that count what is planned. */
            budgets: components["schemas"]["PlannedBudget"][];
        };
        TreasuryPlanRequest: {
            rule: {
                id: string;
                wallet: string;
                schedule: {
                    cron: string;
                    timeZone: string;
                };
                /**
                 * @default skip
                 * @constant
                 */
                overlap: "skip";
                /**
                 * @default none
                 * @constant
                 */
                catchUp: "none";
                /** @default 3 */
                pauseAfterFailures: number;
                providers?: {
                    allow?: string[];
                    deny?: string[];
                };
                /** @enum {string} */
                flow?: "wallet" | "deposit" | "deposit-by-hand";
                budgets?: {
                    name?: string;
                    usd?: string;
                    amount?: string;
                    count?: number;
                    chain?: string;
                    token?: string;
                    note?: string;
                    /** @enum {string} */
                    window: "hour" | "day" | "week";
                }[];
                note?: string;
                /** @constant */
                kind: "recurring";
                from: {
                    chain: string;
                    token: string;
                };
                to: {
                    chain: string;
                    token: string;
                };
                amount?: string;
                usd?: string;
                slippageBps?: number;
                minOut?: string;
                receiver: string;
            } | {
                id: string;
                wallet: string;
                schedule: {
                    cron: string;
                    timeZone: string;
                };
                /**
                 * @default skip
                 * @constant
                 */
                overlap: "skip";
                /**
                 * @default none
                 * @constant
                 */
                catchUp: "none";
                /** @default 3 */
                pauseAfterFailures: number;
                providers?: {
                    allow?: string[];
                    deny?: string[];
                };
                /** @enum {string} */
                flow?: "wallet" | "deposit" | "deposit-by-hand";
                budgets?: {
                    name?: string;
                    usd?: string;
                    amount?: string;
                    count?: number;
                    chain?: string;
                    token?: string;
                    note?: string;
                    /** @enum {string} */
                    window: "hour" | "day" | "week";
                }[];
                note?: string;
                /** @constant */
                kind: "target";
                assets: {
                    chain: string;
                    token: string;
                    shareBps?: number;
                    amount?: string;
                }[];
                bandBps: number;
                /**
                 * @default edge
                 * @enum {string}
                 */
                tradeTo: "edge" | "centre";
                minimumTradeUsd: string;
                maximumCostBps: number;
                /** @default 0s */
                cooldown: string;
            } | {
                id: string;
                wallet: string;
                schedule: {
                    cron: string;
                    timeZone: string;
                };
                /**
                 * @default skip
                 * @constant
                 */
                overlap: "skip";
                /**
                 * @default none
                 * @constant
                 */
                catchUp: "none";
                /** @default 3 */
                pauseAfterFailures: number;
                providers?: {
                    allow?: string[];
                    deny?: string[];
                };
                /** @enum {string} */
                flow?: "wallet" | "deposit" | "deposit-by-hand";
                budgets?: {
                    name?: string;
                    usd?: string;
                    amount?: string;
                    count?: number;
                    chain?: string;
                    token?: string;
                    note?: string;
                    /** @enum {string} */
                    window: "hour" | "day" | "week";
                }[];
                note?: string;
                /** @constant */
                kind: "sweep";
                from: {
                    chain: string;
                    token: string;
                };
                to: {
                    chain: string;
                    token: string;
                };
                reserve: string;
                /** @default 0 */
                minimum: string;
                slippageBps: number;
                receiver: string;
            } | {
                id: string;
                wallet: string;
                schedule: {
                    cron: string;
                    timeZone: string;
                };
                /**
                 * @default skip
                 * @constant
                 */
                overlap: "skip";
                /**
                 * @default none
                 * @constant
                 */
                catchUp: "none";
                /** @default 3 */
                pauseAfterFailures: number;
                providers?: {
                    allow?: string[];
                    deny?: string[];
                };
                /** @enum {string} */
                flow?: "wallet" | "deposit" | "deposit-by-hand";
                budgets?: {
                    name?: string;
                    usd?: string;
                    amount?: string;
                    count?: number;
                    chain?: string;
                    token?: string;
                    note?: string;
                    /** @enum {string} */
                    window: "hour" | "day" | "week";
                }[];
                note?: string;
                /** @constant */
                kind: "top-up";
                from: {
                    chain: string;
                    token: string;
                };
                chain: string;
                receiver: string;
                below: string;
                upTo: string;
                highestPriceUsd: string;
                slippageBps: number;
            } | {
                id: string;
                wallet: string;
                schedule: {
                    cron: string;
                    timeZone: string;
                };
                /**
                 * @default skip
                 * @constant
                 */
                overlap: "skip";
                /**
                 * @default none
                 * @constant
                 */
                catchUp: "none";
                /** @default 3 */
                pauseAfterFailures: number;
                providers?: {
                    allow?: string[];
                    deny?: string[];
                };
                /** @enum {string} */
                flow?: "wallet" | "deposit" | "deposit-by-hand";
                budgets?: {
                    name?: string;
                    usd?: string;
                    amount?: string;
                    count?: number;
                    chain?: string;
                    token?: string;
                    note?: string;
                    /** @enum {string} */
                    window: "hour" | "day" | "week";
                }[];
                note?: string;
                /** @constant */
                kind: "payroll";
                from: {
                    chain: string;
                    token: string;
                };
                to: {
                    chain: string;
                    token: string;
                };
                payments: {
                    receiver: string;
                    amount: string;
                }[];
                slippageBps: number;
            };
        };
        TreasuryRule: {
            id: string;
            /** @enum {string} */
            kind: "recurring" | "target" | "sweep" | "top-up" | "payroll";
            version: number;
            /** @description As it was applied, with what it left to defaults. */
            rule: {
                [key: string]: unknown;
            };
            /** @description The API key that applied it; `rules folder`: a file. */
            author: string;
            reason: string;
            at: components["schemas"]["Time"];
            /** @description Absent: it is followed. */
            paused?: {
                by: string;
                reason: string;
                at: components["schemas"]["Time"];
            };
            /** @description Occurrences that failed in a row. */
            failures: number;
            lastActedAt?: components["schemas"]["Time"];
            /** @description When it is due next. Absent: it is paused. */
            nextAt?: components["schemas"]["Time"];
        };
        TreasuryRuleAnswer: {
            rule: components["schemas"]["TreasuryRule"];
            /** @description The newest first. */
            versions?: components["schemas"]["TreasuryRuleVersion"][];
            /** @description False: the rule was the same already, and no version was stored. */
            isNew?: boolean;
        };
        TreasuryRuleChange: {
            reason: string;
        };
        TreasuryRuleList: {
            /** @description By id. */
            rules: components["schemas"]["TreasuryRule"][];
        };
        TreasuryRuleRequest: {
            rule: {
                id: string;
                wallet: string;
                schedule: {
                    cron: string;
                    timeZone: string;
                };
                /**
                 * @default skip
                 * @constant
                 */
                overlap: "skip";
                /**
                 * @default none
                 * @constant
                 */
                catchUp: "none";
                /** @default 3 */
                pauseAfterFailures: number;
                providers?: {
                    allow?: string[];
                    deny?: string[];
                };
                /** @enum {string} */
                flow?: "wallet" | "deposit" | "deposit-by-hand";
                budgets?: {
                    name?: string;
                    usd?: string;
                    amount?: string;
                    count?: number;
                    chain?: string;
                    token?: string;
                    note?: string;
                    /** @enum {string} */
                    window: "hour" | "day" | "week";
                }[];
                note?: string;
                /** @constant */
                kind: "recurring";
                from: {
                    chain: string;
                    token: string;
                };
                to: {
                    chain: string;
                    token: string;
                };
                amount?: string;
                usd?: string;
                slippageBps?: number;
                minOut?: string;
                receiver: string;
            } | {
                id: string;
                wallet: string;
                schedule: {
                    cron: string;
                    timeZone: string;
                };
                /**
                 * @default skip
                 * @constant
                 */
                overlap: "skip";
                /**
                 * @default none
                 * @constant
                 */
                catchUp: "none";
                /** @default 3 */
                pauseAfterFailures: number;
                providers?: {
                    allow?: string[];
                    deny?: string[];
                };
                /** @enum {string} */
                flow?: "wallet" | "deposit" | "deposit-by-hand";
                budgets?: {
                    name?: string;
                    usd?: string;
                    amount?: string;
                    count?: number;
                    chain?: string;
                    token?: string;
                    note?: string;
                    /** @enum {string} */
                    window: "hour" | "day" | "week";
                }[];
                note?: string;
                /** @constant */
                kind: "target";
                assets: {
                    chain: string;
                    token: string;
                    shareBps?: number;
                    amount?: string;
                }[];
                bandBps: number;
                /**
                 * @default edge
                 * @enum {string}
                 */
                tradeTo: "edge" | "centre";
                minimumTradeUsd: string;
                maximumCostBps: number;
                /** @default 0s */
                cooldown: string;
            } | {
                id: string;
                wallet: string;
                schedule: {
                    cron: string;
                    timeZone: string;
                };
                /**
                 * @default skip
                 * @constant
                 */
                overlap: "skip";
                /**
                 * @default none
                 * @constant
                 */
                catchUp: "none";
                /** @default 3 */
                pauseAfterFailures: number;
                providers?: {
                    allow?: string[];
                    deny?: string[];
                };
                /** @enum {string} */
                flow?: "wallet" | "deposit" | "deposit-by-hand";
                budgets?: {
                    name?: string;
                    usd?: string;
                    amount?: string;
                    count?: number;
                    chain?: string;
                    token?: string;
                    note?: string;
                    /** @enum {string} */
                    window: "hour" | "day" | "week";
                }[];
                note?: string;
                /** @constant */
                kind: "sweep";
                from: {
                    chain: string;
                    token: string;
                };
                to: {
                    chain: string;
                    token: string;
                };
                reserve: string;
                /** @default 0 */
                minimum: string;
                slippageBps: number;
                receiver: string;
            } | {
                id: string;
                wallet: string;
                schedule: {
                    cron: string;
                    timeZone: string;
                };
                /**
                 * @default skip
                 * @constant
                 */
                overlap: "skip";
                /**
                 * @default none
                 * @constant
                 */
                catchUp: "none";
                /** @default 3 */
                pauseAfterFailures: number;
                providers?: {
                    allow?: string[];
                    deny?: string[];
                };
                /** @enum {string} */
                flow?: "wallet" | "deposit" | "deposit-by-hand";
                budgets?: {
                    name?: string;
                    usd?: string;
                    amount?: string;
                    count?: number;
                    chain?: string;
                    token?: string;
                    note?: string;
                    /** @enum {string} */
                    window: "hour" | "day" | "week";
                }[];
                note?: string;
                /** @constant */
                kind: "top-up";
                from: {
                    chain: string;
                    token: string;
                };
                chain: string;
                receiver: string;
                below: string;
                upTo: string;
                highestPriceUsd: string;
                slippageBps: number;
            } | {
                id: string;
                wallet: string;
                schedule: {
                    cron: string;
                    timeZone: string;
                };
                /**
                 * @default skip
                 * @constant
                 */
                overlap: "skip";
                /**
                 * @default none
                 * @constant
                 */
                catchUp: "none";
                /** @default 3 */
                pauseAfterFailures: number;
                providers?: {
                    allow?: string[];
                    deny?: string[];
                };
                /** @enum {string} */
                flow?: "wallet" | "deposit" | "deposit-by-hand";
                budgets?: {
                    name?: string;
                    usd?: string;
                    amount?: string;
                    count?: number;
                    chain?: string;
                    token?: string;
                    note?: string;
                    /** @enum {string} */
                    window: "hour" | "day" | "week";
                }[];
                note?: string;
                /** @constant */
                kind: "payroll";
                from: {
                    chain: string;
                    token: string;
                };
                to: {
                    chain: string;
                    token: string;
                };
                payments: {
                    receiver: string;
                    amount: string;
                }[];
                slippageBps: number;
            };
            reason: string;
        };
        TreasuryRuleVersion: {
            version: number;
            /** @description As it was applied, with what it left to defaults. */
            rule: {
                [key: string]: unknown;
            };
            /** @description The API key that applied it; `rules folder`: a file. */
            author: string;
            reason: string;
            at: components["schemas"]["Time"];
        };
        VoteRequest: {
            /** @enum {string} */
            decision: "approve" | "reject";
            reason: string;
            /** @description What the passkey has signed (WebAuthn). All base64url. */
            assertion: {
                credentialId: string;
                authenticatorData: string;
                clientDataJson: string;
                signature: string;
            };
        };
        VotesAnswer: {
            envelope: components["schemas"]["PaymentEnvelope"];
            /** @description So many approvers have to sign. */
            needed: number;
            /** @description The approvers who may. */
            of: string[];
            /** @description So many signatures are missing. */
            missing: number;
            votes: {
                approver: string;
                /** @enum {string} */
                decision: "approve" | "reject";
                /** @description Through whose key the vote came. */
                by: string;
                reason: string;
                at: components["schemas"]["Time"];
            }[];
            /** @description What a passkey signs, for `navigator.credentials.get`. Base64url. */
            signing: {
                /** @description The host for which the passkeys are made (`rpId`). */
                relyingParty: string;
                /** @description Ids of the passkeys that count, base64url. */
                passkeys: string[];
                challenges: {
                    approve: string;
                    reject: string;
                };
            };
        };
        Wallet: {
            name: string;
            family: string;
            address: string;
            frozenReason?: string;
        };
        WalletList: {
            wallets: components["schemas"]["Wallet"][];
        };
        WalletRelease: {
            /**
             * @description Needed if wallets of several families have the name.
             * @enum {string}
             */
            family?: "evm" | "tron" | "solana" | "ton" | "bitcoin";
            /** @description Why it is frozen, as you have seen it. If it is frozen for another reason now, it stays frozen. */
            frozenReason?: string;
            reason: string;
        };
        Webhook: {
            id: string;
            name?: string;
            url: string;
            /** @enum {string} */
            form: "standard" | "slack";
            topics: string[];
            /** @description Absent: all. */
            wallets?: string[];
            /** @description Absent: all. */
            chains?: string[];
            enabled: boolean;
            disabledReason?: string;
            disabledAt?: components["schemas"]["Time"];
            /** @description The first failure since the last success. */
            failingSince?: components["schemas"]["Time"];
            /** @description Until then the replaced secret signs too. */
            oldSecretUntil?: components["schemas"]["Time"];
            createdBy: string;
            createdAt: components["schemas"]["Time"];
        };
        WebhookAnswer: {
            webhook: components["schemas"]["Webhook"];
        };
        WebhookChange: {
            name?: string | null;
            /** @description Where it is sent to: https, and a public address. */
            url?: string;
            /** @description What is sent. Default: ends of swaps, and what needs a person. */
            topics?: ("swap.funds_unknown" | "swap.requested" | "swap.quoted" | "swap.executing" | "swap.confirming" | "swap.settling" | "swap.awaiting_approval" | "swap.awaiting_deposit" | "swap.claiming" | "swap.refunding" | "swap.needs_review" | "swap.settled" | "swap.refunded" | "swap.failed" | "swap.cancelled" | "swap.expired" | "swap.event" | "wallet.frozen" | "wallet.unfrozen" | "wallet.low_gas" | "wallet.above_ceiling" | "provider.stopped" | "treasury.budget_nearly_used" | "treasury.rule_paused" | "treasury.occurrence_not_done" | "treasury.drift")[];
            wallets?: string[] | null;
            chains?: string[] | null;
        };
        WebhookList: {
            webhooks: components["schemas"]["Webhook"][];
        };
        WebhookRequest: {
            /** @description What you call it. */
            name?: string;
            /** @description Where it is sent to: https, and a public address. */
            url: string;
            /**
             * @description `slack`: a text for people, as incoming webhooks of Slack take it.
             * @default standard
             * @enum {string}
             */
            form: "standard" | "slack";
            /** @description What is sent. Default: ends of swaps, and what needs a person. */
            topics?: ("swap.funds_unknown" | "swap.requested" | "swap.quoted" | "swap.executing" | "swap.confirming" | "swap.settling" | "swap.awaiting_approval" | "swap.awaiting_deposit" | "swap.claiming" | "swap.refunding" | "swap.needs_review" | "swap.settled" | "swap.refunded" | "swap.failed" | "swap.cancelled" | "swap.expired" | "swap.event" | "wallet.frozen" | "wallet.unfrozen" | "wallet.low_gas" | "wallet.above_ceiling" | "provider.stopped" | "treasury.budget_nearly_used" | "treasury.rule_paused" | "treasury.occurrence_not_done" | "treasury.drift")[];
            /** @description Wallets whose events are sent. */
            wallets?: string[];
            /** @description Chains whose events are sent. */
            chains?: string[];
        };
        WebhookStop: {
            reason: string;
        };
        WebhookTest: {
            /** @description The test message; its delivery shows the answer. */
            deliveryId: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
};
export type Acknowledgement = components['schemas']['Acknowledgement'];
export type AdmissionItem = components['schemas']['AdmissionItem'];
export type Allowance = components['schemas']['Allowance'];
export type AllowanceList = components['schemas']['AllowanceList'];
export type Amount = components['schemas']['Amount'];
export type ApiKey = components['schemas']['ApiKey'];
export type ApiKeyAnswer = components['schemas']['ApiKeyAnswer'];
export type ApiKeyList = components['schemas']['ApiKeyList'];
export type ApiKeyRequest = components['schemas']['ApiKeyRequest'];
export type Approval = components['schemas']['Approval'];
export type ApprovalAnswer = components['schemas']['ApprovalAnswer'];
export type ApprovalBatchAnswer = components['schemas']['ApprovalBatchAnswer'];
export type ApprovalBatchLine = components['schemas']['ApprovalBatchLine'];
export type ApprovalBatchList = components['schemas']['ApprovalBatchList'];
export type ApprovalList = components['schemas']['ApprovalList'];
export type ApprovalReason = components['schemas']['ApprovalReason'];
export type ApproveRequest = components['schemas']['ApproveRequest'];
export type Asset = components['schemas']['Asset'];
export type Attempt = components['schemas']['Attempt'];
export type AuditEntry = components['schemas']['AuditEntry'];
export type AuditList = components['schemas']['AuditList'];
export type AuditVerdict = components['schemas']['AuditVerdict'];
export type Backup = components['schemas']['Backup'];
export type BackupAnswer = components['schemas']['BackupAnswer'];
export type Balance = components['schemas']['Balance'];
export type BalanceHistory = components['schemas']['BalanceHistory'];
export type BalanceList = components['schemas']['BalanceList'];
export type BalanceSample = components['schemas']['BalanceSample'];
export type BaseUnits = components['schemas']['BaseUnits'];
export type BatchVoteRequest = components['schemas']['BatchVoteRequest'];
export type Blackout = components['schemas']['Blackout'];
export type BlackoutList = components['schemas']['BlackoutList'];
export type BookExport = components['schemas']['BookExport'];
export type BulkAction = components['schemas']['BulkAction'];
export type BulkActionAnswer = components['schemas']['BulkActionAnswer'];
export type BulkActionChange = components['schemas']['BulkActionChange'];
export type BulkActionList = components['schemas']['BulkActionList'];
export type BulkActionRequest = components['schemas']['BulkActionRequest'];
export type BulkItem = components['schemas']['BulkItem'];
export type BulkItemList = components['schemas']['BulkItemList'];
export type BulkPreview = components['schemas']['BulkPreview'];
export type CapList = components['schemas']['CapList'];
export type Chain = components['schemas']['Chain'];
export type ChainList = components['schemas']['ChainList'];
export type Delivery = components['schemas']['Delivery'];
export type DeliveryList = components['schemas']['DeliveryList'];
export type Deposit = components['schemas']['Deposit'];
export type Drift = components['schemas']['Drift'];
export type DriftList = components['schemas']['DriftList'];
export type ErrorGroup = components['schemas']['ErrorGroup'];
export type ErrorGroupList = components['schemas']['ErrorGroupList'];
export type FeedEvent = components['schemas']['FeedEvent'];
export type FeedPage = components['schemas']['FeedPage'];
export type FrozenWallet = components['schemas']['FrozenWallet'];
export type GuardVerdict = components['schemas']['GuardVerdict'];
export type Job = components['schemas']['Job'];
export type JournalAdoption = components['schemas']['JournalAdoption'];
export type JournalReport = components['schemas']['JournalReport'];
export type Lane = components['schemas']['Lane'];
export type LaneList = components['schemas']['LaneList'];
export type Leg = components['schemas']['Leg'];
export type LostAttempt = components['schemas']['LostAttempt'];
export type NewApiKey = components['schemas']['NewApiKey'];
export type NewWebhook = components['schemas']['NewWebhook'];
export type Offer = components['schemas']['Offer'];
export type Order = components['schemas']['Order'];
export type OrderList = components['schemas']['OrderList'];
export type Overview = components['schemas']['Overview'];
export type OverviewAnswer = components['schemas']['OverviewAnswer'];
export type PaymentEnvelope = components['schemas']['PaymentEnvelope'];
export type PlannedBalance = components['schemas']['PlannedBalance'];
export type PlannedBudget = components['schemas']['PlannedBudget'];
export type PlannedOccurrence = components['schemas']['PlannedOccurrence'];
export type PlannedRule = components['schemas']['PlannedRule'];
export type PlannedTrade = components['schemas']['PlannedTrade'];
export type Preview = components['schemas']['Preview'];
export type PreviewAnswer = components['schemas']['PreviewAnswer'];
export type PreviewStep = components['schemas']['PreviewStep'];
export type PreviewedTrade = components['schemas']['PreviewedTrade'];
export type Problem = components['schemas']['Problem'];
export type Provider = components['schemas']['Provider'];
export type ProviderList = components['schemas']['ProviderList'];
export type QuoteAnswer = components['schemas']['QuoteAnswer'];
export type Replay = components['schemas']['Replay'];
export type ReplayAnswer = components['schemas']['ReplayAnswer'];
export type Resolution = components['schemas']['Resolution'];
export type RetentionReport = components['schemas']['RetentionReport'];
export type RetentionRequest = components['schemas']['RetentionRequest'];
export type RetryPreviewAnswer = components['schemas']['RetryPreviewAnswer'];
export type Rotation = components['schemas']['Rotation'];
export type ServiceAnswer = components['schemas']['ServiceAnswer'];
export type SessionAnswer = components['schemas']['SessionAnswer'];
export type Step = components['schemas']['Step'];
export type Stop = components['schemas']['Stop'];
export type StopList = components['schemas']['StopList'];
export type StopRequest = components['schemas']['StopRequest'];
export type Swap = components['schemas']['Swap'];
export type SwapAct = components['schemas']['SwapAct'];
export type SwapAnswer = components['schemas']['SwapAnswer'];
export type SwapBatch = components['schemas']['SwapBatch'];
export type SwapBatchAnswer = components['schemas']['SwapBatchAnswer'];
export type SwapEvent = components['schemas']['SwapEvent'];
export type SwapExport = components['schemas']['SwapExport'];
export type SwapList = components['schemas']['SwapList'];
export type SwapRecord = components['schemas']['SwapRecord'];
export type SwapRecordAnswer = components['schemas']['SwapRecordAnswer'];
export type SwapWithEvents = components['schemas']['SwapWithEvents'];
export type Time = components['schemas']['Time'];
export type TreasuryOccurrence = components['schemas']['TreasuryOccurrence'];
export type TreasuryOccurrenceList = components['schemas']['TreasuryOccurrenceList'];
export type TreasuryPlan = components['schemas']['TreasuryPlan'];
export type TreasuryPlanRequest = components['schemas']['TreasuryPlanRequest'];
export type TreasuryRule = components['schemas']['TreasuryRule'];
export type TreasuryRuleAnswer = components['schemas']['TreasuryRuleAnswer'];
export type TreasuryRuleChange = components['schemas']['TreasuryRuleChange'];
export type TreasuryRuleList = components['schemas']['TreasuryRuleList'];
export type TreasuryRuleRequest = components['schemas']['TreasuryRuleRequest'];
export type TreasuryRuleVersion = components['schemas']['TreasuryRuleVersion'];
export type VoteRequest = components['schemas']['VoteRequest'];
export type VotesAnswer = components['schemas']['VotesAnswer'];
export type Wallet = components['schemas']['Wallet'];
export type WalletList = components['schemas']['WalletList'];
export type WalletRelease = components['schemas']['WalletRelease'];
export type Webhook = components['schemas']['Webhook'];
export type WebhookAnswer = components['schemas']['WebhookAnswer'];
export type WebhookChange = components['schemas']['WebhookChange'];
export type WebhookList = components['schemas']['WebhookList'];
export type WebhookRequest = components['schemas']['WebhookRequest'];
export type WebhookStop = components['schemas']['WebhookStop'];
export type WebhookTest = components['schemas']['WebhookTest'];
export type $defs = Record<string, never>;
export interface operations {
    exportSwaps: {
        parameters: {
            query?: {
                /** @description Ids of swaps, separated by commas: at most 200. */
                id?: string;
                /** @description What you have at hand: a swap id, an idempotency key, a transaction hash, an address, an order number of a provider, a value of metadata, or the code or words of an error. From 4 characters on (6 of a hash), what begins with it is found too. */
                q?: string;
                /** @description One or more, separated by commas, of requested, quoted, executing, confirming, settling, awaiting_approval, awaiting_deposit, claiming, refunding, needs_review, settled, refunded, failed, cancelled, expired. */
                state?: string;
                /** @description One or more, separated by commas, of untouched, in_flight, moved, returned, unknown. */
                fundsState?: string;
                /** @description The code of the reason for which it waits or ended, such as ROUTER_NO_ROUTE. */
                error?: string;
                /** @description Chain of either side. */
                chain?: string;
                /** @description Chain that it is paid on. */
                fromChain?: string;
                /** @description Chain that it pays out on. */
                toChain?: string;
                /** @description Address or symbol of the token that is paid. */
                fromToken?: string;
                /** @description Address or symbol of the token that is bought. */
                toToken?: string;
                /** @description Name of a wallet; its accounts are included. */
                wallet?: string;
                /** @description Provider of the order. */
                provider?: string;
                /** @description One of wallet, deposit, deposit-by-hand. */
                flow?: "wallet" | "deposit" | "deposit-by-hand";
                /** @description Address that is paid. */
                receiver?: string;
                /** @description `key=value`, or a key alone: with any value. */
                metadata?: string;
                /** @description Id of the swap whose job it tries again, or that it replaces. */
                retryOf?: string;
                /** @description Submitted at this time or later. ISO 8601, such as 2026-01-31T12:00:00Z. */
                createdAfter?: string;
                /** @description Submitted at this time or before. ISO 8601, such as 2026-01-31T12:00:00Z. */
                createdBefore?: string;
                /** @description Changed last at this time or later. ISO 8601, such as 2026-01-31T12:00:00Z. */
                updatedAfter?: string;
                /** @description Changed last at this time or before. ISO 8601, such as 2026-01-31T12:00:00Z. */
                updatedBefore?: string;
                /** @description Submitted at least this long ago. Such as 90s, 30m, 12h or 7d. */
                olderThan?: string;
                /** @description Submitted at most this long ago. Such as 90s, 30m, 12h or 7d. */
                newerThan?: string;
                /** @description Changed last at least this long ago. Such as 90s, 30m, 12h or 7d. */
                unchangedFor?: string;
                /** @description `csv`, or `json`: one JSON object a line. Default: csv. */
                format?: "csv" | "json";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The swaps. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv; charset=utf-8": components["schemas"]["SwapExport"];
                    "application/x-ndjson; charset=utf-8": components["schemas"]["SwapExport"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSwaps: {
        parameters: {
            query?: {
                /** @description Ids of swaps, separated by commas: at most 200. */
                id?: string;
                /** @description What you have at hand: a swap id, an idempotency key, a transaction hash, an address, an order number of a provider, a value of metadata, or the code or words of an error. From 4 characters on (6 of a hash), what begins with it is found too. */
                q?: string;
                /** @description One or more, separated by commas, of requested, quoted, executing, confirming, settling, awaiting_approval, awaiting_deposit, claiming, refunding, needs_review, settled, refunded, failed, cancelled, expired. */
                state?: string;
                /** @description One or more, separated by commas, of untouched, in_flight, moved, returned, unknown. */
                fundsState?: string;
                /** @description The code of the reason for which it waits or ended, such as ROUTER_NO_ROUTE. */
                error?: string;
                /** @description Chain of either side. */
                chain?: string;
                /** @description Chain that it is paid on. */
                fromChain?: string;
                /** @description Chain that it pays out on. */
                toChain?: string;
                /** @description Address or symbol of the token that is paid. */
                fromToken?: string;
                /** @description Address or symbol of the token that is bought. */
                toToken?: string;
                /** @description Name of a wallet; its accounts are included. */
                wallet?: string;
                /** @description Provider of the order. */
                provider?: string;
                /** @description One of wallet, deposit, deposit-by-hand. */
                flow?: "wallet" | "deposit" | "deposit-by-hand";
                /** @description Address that is paid. */
                receiver?: string;
                /** @description `key=value`, or a key alone: with any value. */
                metadata?: string;
                /** @description Id of the swap whose job it tries again, or that it replaces. */
                retryOf?: string;
                /** @description Submitted at this time or later. ISO 8601, such as 2026-01-31T12:00:00Z. */
                createdAfter?: string;
                /** @description Submitted at this time or before. ISO 8601, such as 2026-01-31T12:00:00Z. */
                createdBefore?: string;
                /** @description Changed last at this time or later. ISO 8601, such as 2026-01-31T12:00:00Z. */
                updatedAfter?: string;
                /** @description Changed last at this time or before. ISO 8601, such as 2026-01-31T12:00:00Z. */
                updatedBefore?: string;
                /** @description Submitted at least this long ago. Such as 90s, 30m, 12h or 7d. */
                olderThan?: string;
                /** @description Submitted at most this long ago. Such as 90s, 30m, 12h or 7d. */
                newerThan?: string;
                /** @description Changed last at least this long ago. Such as 90s, 30m, 12h or 7d. */
                unchangedFor?: string;
                /** @description Entries of a page: 1 to 200. */
                limit?: string;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of swaps. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SwapList"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createSwap: {
        parameters: {
            query?: never;
            header: {
                /** @description Chosen by you, one for each job. A repeated request finds the same swap. */
                "Idempotency-Key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Job"];
            };
        };
        responses: {
            /** @description The swap that is there already. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SwapAnswer"];
                };
            };
            /** @description The new swap; `Location` has its address. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SwapAnswer"];
                };
            };
            /** @description A problem. Among its codes: INVALID_JOB, IDEMPOTENCY_CONFLICT, UNKNOWN_WALLET, UNKNOWN_CHAIN, SWAP_NOT_ENDED, SWAP_RETRIED, SWAP_REPLACED. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createSwaps: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SwapBatch"];
            };
        };
        responses: {
            /** @description A result for each job. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SwapBatchAnswer"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    waitForSwap: {
        parameters: {
            query?: {
                /** @description 1 to 60. Default: 30. */
                timeoutSeconds?: string;
            };
            header?: never;
            path: {
                /** @description The id of a swap. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The swap. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SwapAnswer"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSwap: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a swap. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The swap and its events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SwapWithEvents"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    inspectSwap: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a swap. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SwapRecordAnswer"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listOrders: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a swap. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The orders, the oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderList"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    cancelSwap: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a swap. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SwapAct"];
            };
        };
        responses: {
            /** @description The swap. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SwapAnswer"];
                };
            };
            /** @description The chain decides. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SwapAnswer"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    retrySwap: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a swap. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SwapAct"];
            };
        };
        responses: {
            /** @description The swap that is there already. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SwapAnswer"];
                };
            };
            /** @description The new swap; `Location` has its address. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SwapAnswer"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    acknowledgeSwap: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a swap. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Acknowledgement"];
            };
        };
        responses: {
            /** @description The swap. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SwapAnswer"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    resolveSwap: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a swap. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Resolution"];
            };
        };
        responses: {
            /** @description The swap. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SwapAnswer"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    previewSwap: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Job"];
            };
        };
        responses: {
            /** @description The plan and its verdict. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreviewAnswer"];
                };
            };
            /** @description A problem. Among its codes: INVALID_JOB, UNKNOWN_WALLET, UNKNOWN_CHAIN, ROUTER_BUDGET_SPENT. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    previewRetry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a swap. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The old order, and what is offered now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetryPreviewAnswer"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    quoteSwap: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Job"];
            };
        };
        responses: {
            /** @description The offers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuoteAnswer"];
                };
            };
            /** @description A problem. Among its codes: INVALID_JOB, UNKNOWN_WALLET, UNKNOWN_CHAIN, ROUTER_BUDGET_SPENT. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listBulkActions: {
        parameters: {
            query?: {
                /** @description Entries of a page: 1 to 200. */
                limit?: string;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of bulk actions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkActionList"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createBulkAction: {
        parameters: {
            query?: never;
            header: {
                /** @description Chosen by you, one for each job. A repeated request finds the same swap. */
                "Idempotency-Key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkActionRequest"];
            };
        };
        responses: {
            /** @description Of a dry run: what would be done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkPreview"];
                };
            };
            /** @description The bulk action, also if it was there. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkActionAnswer"];
                };
            };
            /** @description A problem. Among its codes: IDEMPOTENCY_CONFLICT, BULK_ACTION_TOO_LARGE, BULK_ACTION_GREW. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getBulkAction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a bulk action. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bulk action. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkActionAnswer"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listBulkItems: {
        parameters: {
            query?: {
                /** @description Only those with this result. `open`: their turn has not come. */
                outcome?: "done" | "skipped" | "failed" | "open";
                /** @description Entries of a page: 1 to 200. */
                limit?: string;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The id of a bulk action. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of its swaps. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkItemList"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    pauseBulkAction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a bulk action. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkActionChange"];
            };
        };
        responses: {
            /** @description The bulk action. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkActionAnswer"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    resumeBulkAction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a bulk action. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkActionChange"];
            };
        };
        responses: {
            /** @description The bulk action. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkActionAnswer"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    abortBulkAction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a bulk action. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkActionChange"];
            };
        };
        responses: {
            /** @description The bulk action. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkActionAnswer"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description The `id` of the last event that you have, or `start`. Wins over `Last-Event-ID`. Default of a stream: what happens from now on; of a page, and of one swap: from the start. */
                after?: string;
                /** @description Entries of a page: 1 to 200. */
                limit?: string;
                /** @description The id of a swap. */
                swap?: string;
                /** @description Names of wallets, by commas. */
                wallet?: string;
                /** @description Of either side, by commas. */
                chain?: string;
                /** @description One or more topics, separated by commas: swap.funds_unknown, swap.requested, swap.quoted, swap.executing, swap.confirming, swap.settling, swap.awaiting_approval, swap.awaiting_deposit, swap.claiming, swap.refunding, swap.needs_review, swap.settled, swap.refunded, swap.failed, swap.cancelled, swap.expired, swap.event, wallet.frozen, wallet.unfrozen, wallet.low_gas, wallet.above_ceiling, provider.stopped, treasury.budget_nearly_used, treasury.rule_paused, treasury.occurrence_not_done, treasury.drift. */
                type?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page, oldest first, if `Accept` asks for JSON. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeedPage"];
                    "text/event-stream": string;
                };
            };
            /** @description A problem. Among its codes: CURSOR_FOREIGN, TOO_MANY_REQUESTS. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSwapEvents: {
        parameters: {
            query?: {
                /** @description The `id` of the last event that you have, or `start`. Wins over `Last-Event-ID`. Default of a stream: what happens from now on; of a page, and of one swap: from the start. */
                after?: string;
                /** @description Entries of a page: 1 to 200. */
                limit?: string;
                /** @description One or more topics, separated by commas: swap.funds_unknown, swap.requested, swap.quoted, swap.executing, swap.confirming, swap.settling, swap.awaiting_approval, swap.awaiting_deposit, swap.claiming, swap.refunding, swap.needs_review, swap.settled, swap.refunded, swap.failed, swap.cancelled, swap.expired, swap.event, wallet.frozen, wallet.unfrozen, wallet.low_gas, wallet.above_ceiling, provider.stopped, treasury.budget_nearly_used, treasury.rule_paused, treasury.occurrence_not_done, treasury.drift. */
                type?: string;
            };
            header?: never;
            path: {
                /** @description The id of a swap. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page, oldest first, if `Accept` asks for JSON. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeedPage"];
                    "text/event-stream": string;
                };
            };
            /** @description A problem. Among its codes: CURSOR_FOREIGN, TOO_MANY_REQUESTS. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhooks, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookList"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookRequest"];
            };
        };
        responses: {
            /** @description The webhook, with its secret. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewWebhook"];
                };
            };
            /** @description A problem. Among its codes: WEBHOOK_URL_REFUSED, WEBHOOK_SECRET_MISSING. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookAnswer"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changeWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookChange"];
            };
        };
        responses: {
            /** @description The changed webhook. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookAnswer"];
                };
            };
            /** @description A problem. Among its codes: WEBHOOK_URL_REFUSED. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook as it was. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookAnswer"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    disableWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookStop"];
            };
        };
        responses: {
            /** @description The disabled webhook. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookAnswer"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    enableWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookAnswer"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook, with its new secret. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewWebhook"];
                };
            };
            /** @description A problem. Among its codes: WEBHOOK_SECRET_MISSING. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                state?: "pending" | "delivered" | "failed";
                /** @description Entries of a page: 1 to 200. */
                limit?: string;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The id of a webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryList"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSwapDeliveries: {
        parameters: {
            query?: {
                /** @description Entries of a page: 1 to 200. */
                limit?: string;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The id of a swap. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryList"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    replayDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Replay"];
            };
        };
        responses: {
            /** @description How many are sent again. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplayAnswer"];
                };
            };
            /** @description A problem. Among its codes: WEBHOOK_DISABLED. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its delivery. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookTest"];
                };
            };
            /** @description A problem. Among its codes: WEBHOOK_DISABLED. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listApprovals: {
        parameters: {
            query?: {
                /** @description Only those in this state. */
                state?: "open" | "approved" | "rejected" | "expired" | "withdrawn";
                /** @description Only those that admit an item for more than one swap now. */
                inForce?: "true";
                /** @description Only those of this swap. */
                swapId?: string;
                /** @description Only those that are no payment of an open batch (`GET /v1/approval-batches`). */
                single?: "true";
                /** @description Also how many are open in all, which costs a count. */
                count?: "true";
                /** @description Entries of a page: 1 to 200. */
                limit?: string;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of approvals. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalList"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getApproval: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an approval. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The approval. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalAnswer"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listVotes: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an approval. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The votes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VotesAnswer"];
                };
            };
            /** @description A problem. Among its codes: INVALID_REQUEST. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    voteOnPayment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an approval. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VoteRequest"];
            };
        };
        responses: {
            /** @description The approval. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalAnswer"];
                };
            };
            /** @description A problem. Among its codes: VOTE_INVALID, APPROVAL_DECIDED, APPROVAL_OF_OWN_SWAP. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    approveItem: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an approval. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApproveRequest"];
            };
        };
        responses: {
            /** @description The approval. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalAnswer"];
                };
            };
            /** @description A problem. Among its codes: APPROVAL_DECIDED, APPROVAL_OF_OWN_SWAP, APPROVAL_NEEDS_VOTES. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rejectItem: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an approval. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApprovalReason"];
            };
        };
        responses: {
            /** @description The approval. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalAnswer"];
                };
            };
            /** @description A problem. Among its codes: APPROVAL_DECIDED, APPROVAL_OF_OWN_SWAP. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    revokeAdmission: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an approval. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApprovalReason"];
            };
        };
        responses: {
            /** @description The approval. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalAnswer"];
                };
            };
            /** @description A problem. Among its codes: APPROVAL_DECIDED. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listApprovalBatches: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The batches. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalBatchList"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getApprovalBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The rule and when it was due, such as `salaries@2026-01-31T09:00:00.000Z`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The batch. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalBatchAnswer"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    voteOnBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The rule and when it was due, such as `salaries@2026-01-31T09:00:00.000Z`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BatchVoteRequest"];
            };
        };
        responses: {
            /** @description The batch. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalBatchAnswer"];
                };
            };
            /** @description A problem. Among its codes: VOTE_INVALID, BATCH_INCOMPLETE, BATCH_CHANGED, APPROVAL_OF_OWN_SWAP. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listStops: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is stopped now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StopList"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    stop: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StopRequest"];
            };
        };
        responses: {
            /** @description What is stopped now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StopList"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    resume: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StopRequest"];
            };
        };
        responses: {
            /** @description What is stopped now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StopList"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listCaps: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caps. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CapList"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listBlackouts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The blackouts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlackoutList"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listTreasuryRules: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest version of each. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TreasuryRuleList"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getTreasuryRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a rule. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rule. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TreasuryRuleAnswer"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    applyTreasuryRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a rule. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TreasuryRuleRequest"];
            };
        };
        responses: {
            /** @description The rule. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TreasuryRuleAnswer"];
                };
            };
            /** @description A problem. Among its codes: INVALID_RULE, RULE_CHANGED. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    pauseTreasuryRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a rule. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TreasuryRuleChange"];
            };
        };
        responses: {
            /** @description The rule. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TreasuryRuleAnswer"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    resumeTreasuryRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a rule. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TreasuryRuleChange"];
            };
        };
        responses: {
            /** @description The rule. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TreasuryRuleAnswer"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listTreasuryOccurrences: {
        parameters: {
            query?: {
                /** @description Only of this rule. */
                rule?: string;
                state?: "missed" | "skipped" | "acting" | "submitted" | "done" | "failed";
                /** @description Only the newest of each rule. */
                newest?: "true";
                /** @description Entries of a page: 1 to 200. */
                limit?: string;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The occurrences. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TreasuryOccurrenceList"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    planTreasury: {
        parameters: {
            query?: {
                /** @description How far it looks: 1 to 31. Default: 7. */
                days?: string;
                /** @description Whether to ask the routing service what the rules would do now, for at most ten trades. Default: true. */
                previews?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The plan. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TreasuryPlan"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    planTreasuryRule: {
        parameters: {
            query?: {
                /** @description How far it looks: 1 to 31. Default: 7. */
                days?: string;
                /** @description Whether to ask the routing service what the rules would do now, for at most ten trades. Default: true. */
                previews?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TreasuryPlanRequest"];
            };
        };
        responses: {
            /** @description The plan. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TreasuryPlan"];
                };
            };
            /** @description A problem. Among its codes: INVALID_RULE. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listWallets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The wallets of the journal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WalletList"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listBalances: {
        parameters: {
            query?: {
                /** @description Entries of a page: 1 to 200. */
                limit?: string;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page: one entry for each wallet and token. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BalanceList"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listAllowances: {
        parameters: {
            query?: {
                /** @description Entries of a page: 1 to 200. */
                limit?: string;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page: one entry for each wallet, token and spender. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AllowanceList"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listTreasuryBalances: {
        parameters: {
            query: {
                /** @description A day such as 2026-01-01, which begins at midnight in UTC, or a time in ISO 8601. */
                from: string;
                /** @description The first moment after the period, in the same form. */
                until: string;
                /** @description Only of this wallet. */
                wallet?: string;
                /** @description Entries of a page: 1 to 200. */
                limit?: string;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                /** @description Only the newest sample of each balance in each hour, or day in UTC. */
                every?: "hour" | "day";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of samples. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BalanceHistory"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listDrift: {
        parameters: {
            query: {
                /** @description A day such as 2026-01-01, which begins at midnight in UTC, or a time in ISO 8601. */
                from: string;
                /** @description The first moment after the period, in the same form. */
                until: string;
                /** @description Only of this wallet. */
                wallet?: string;
                /** @description Entries of a page: 1 to 200. */
                limit?: string;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The differences. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DriftList"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    exportBooks: {
        parameters: {
            query: {
                /** @description A day such as 2026-01-01, which begins at midnight in UTC, or a time in ISO 8601. */
                from: string;
                /** @description The first moment after the period, in the same form. */
                until: string;
                /** @description `csv`: a row for each swap and fee; `koinly`: in Koinly’s columns; `beancount`, `hledger`: double-entry books; `receipts`: HTML to print. Default: csv. */
                format?: "csv" | "koinly" | "beancount" | "hledger" | "receipts";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The books. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv; charset=utf-8": components["schemas"]["BookExport"];
                    "text/plain; charset=utf-8": components["schemas"]["BookExport"];
                    "text/html; charset=utf-8": components["schemas"]["BookExport"];
                };
            };
            /** @description A problem. Among its codes: BOOKS_INCOMPLETE, MASKED. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listLanes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The lanes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LaneList"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readOverview: {
        parameters: {
            query?: {
                /** @description What became of swaps that were submitted in this time. Default: a day. */
                withinSeconds?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The overview. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OverviewAnswer"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listErrors: {
        parameters: {
            query?: {
                /** @description Only swaps that changed in this time. Default: a day. */
                withinSeconds?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The groups, the largest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorGroupList"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listChains: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The chains that swaps can pay from. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChainList"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listProviders: {
        parameters: {
            query?: {
                /** @description Counts the swaps of each provider that were submitted in this time, at most the newest 5,000. Default: none. */
                withinSeconds?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The providers of the registry. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderList"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    inspectWallet: {
        parameters: {
            query?: {
                /** @description Needed if wallets of several families have the name. */
                family?: "evm" | "tron" | "solana" | "ton" | "bitcoin";
            };
            header?: never;
            path: {
                /** @description The name of a wallet, such as `treasury`. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What to compare. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FrozenWallet"];
                };
            };
            /** @description A problem. Among its codes: UNKNOWN_WALLET, RPC_UNAVAILABLE. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    unfreezeWallet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of a wallet, such as `treasury`. */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WalletRelease"];
            };
        };
        responses: {
            /** @description The wallet as it was. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FrozenWallet"];
                };
            };
            /** @description A problem. Among its codes: UNKNOWN_WALLET, SIGNING_LOG_ELSEWHERE, JOURNAL_WENT_BACK, FREEZE_CHANGED, RPC_UNAVAILABLE. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    inspectJournal: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the journal has lost. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JournalReport"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    adoptJournal: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JournalAdoption"];
            };
        };
        responses: {
            /** @description What is lost for good. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JournalReport"];
                };
            };
            /** @description A problem. Among its codes: SIGNING_LOG_ELSEWHERE, JOURNAL_FOREIGN, SIGNING_LOG_DAMAGED. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key, and the session if it is one. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionAnswer"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key and its session. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionAnswer"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key that it stood for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyAnswer"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: {
                /** @description Entries of a page: 1 to 200. */
                limit?: string;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of keys, without their secrets. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyList"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyRequest"];
            };
        };
        responses: {
            /** @description The key, with its secret. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewApiKey"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rotateKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an API key. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Rotation"];
            };
        };
        responses: {
            /** @description The new key, with its secret. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewApiKey"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an API key. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The revoked key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyAnswer"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listAudit: {
        parameters: {
            query?: {
                /** @description Only acts on this, such as `chain ETH`. */
                subject?: string;
                /** @description Only acts of this one, such as `API key key_0123456789ab`. */
                actor?: string;
                /** @description Entries of a page: 1 to 200. */
                limit?: string;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of entries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditList"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    verifyAudit: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether the chain is whole. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditVerdict"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createBackup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The backup. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BackupAnswer"];
                };
            };
            /** @description A problem. Among its codes: BACKUP_UNFIT, BACKUP_FAILED. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    runRetention: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RetentionRequest"];
            };
        };
        responses: {
            /** @description What has left the journal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetentionReport"];
                };
            };
            /** @description A problem. Among its codes: ARCHIVE_FAILED. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readService: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process that answers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceAnswer"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
}

/** The stable codes of errors: docs/errors.md says what each means. */
export type ErrorCode =
  | 'INVALID_JOB'
  | 'UNKNOWN_CHAIN'
  | 'UNKNOWN_TOKEN'
  | 'TOKEN_UNREADABLE'
  | 'NO_PRIVATE_ROUTE'
  | 'UNKNOWN_WALLET'
  | 'FREEZE_CHANGED'
  | 'WALLET_OF_OTHER_NETWORK'
  | 'IDEMPOTENCY_CONFLICT'
  | 'IDEMPOTENCY_KEY_REQUIRED'
  | 'NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'UNAUTHORIZED'
  | 'FORBIDDEN'
  | 'MASKED'
  | 'INTAKE_SIGNATURE_INVALID'
  | 'INTAKE_KEY_MISSING'
  | 'INTAKE_CREDENTIAL'
  | 'CURSOR_FOREIGN'
  | 'WEBHOOK_URL_REFUSED'
  | 'WEBHOOK_SECRET_MISSING'
  | 'WEBHOOK_DISABLED'
  | 'TOO_MANY_REQUESTS'
  | 'REQUEST_OVER_LIMIT'
  | 'BODY_TOO_LARGE'
  | 'BODY_INCOMPLETE'
  | 'BODY_MALFORMED'
  | 'BODY_AMBIGUOUS'
  | 'API_UNAVAILABLE'
  | 'INPUT_NEEDED'
  | 'INVALID_REQUEST'
  | 'USAGE'
  | 'INTERRUPTED'
  | 'INTERNAL'
  | 'CONFIG_INVALID'
  | 'GUARD_INCOMPLETE'
  | 'NETWORK_CLOSED'
  | 'NETWORK_UNPROVEN'
  | 'SANDBOX_UNAVAILABLE'
  | 'PORT_IN_USE'
  | 'STARTING'
  | 'STOPPING'
  | 'FOLDER_IN_USE'
  | 'FOLDER_LOCK_UNAVAILABLE'
  | 'FOLDER_LOCK_LOST'
  | 'REDIS_UNAVAILABLE'
  | 'NO_WORKER'
  | 'JOURNAL_UNAVAILABLE'
  | 'SCHEMA_TOO_NEW'
  | 'JOURNAL_STALE'
  | 'JOURNAL_BROKEN_INVARIANT'
  | 'JOURNAL_WENT_BACK'
  | 'JOURNAL_FOREIGN'
  | 'SIGNING_LOG_ELSEWHERE'
  | 'SIGNER_UNAVAILABLE'
  | 'SIGNER_REFUSED'
  | 'SIGNING_LOG_UNAVAILABLE'
  | 'SIGNING_LOG_DAMAGED'
  | 'INTAKE_SECRET_WRONG'
  | 'KEYSTORE_MISSING'
  | 'KEYSTORE_DAMAGED'
  | 'KEYSTORE_PASSWORD_WRONG'
  | 'KEYSTORE_PASSWORD_UNFIT'
  | 'WALLET_EXISTS'
  | 'WALLET_NAME_INVALID'
  | 'KEY_INVALID'
  | 'BACKUP_FAILED'
  | 'RESTORE_UNFINISHED'
  | 'BACKUP_DAMAGED'
  | 'ARCHIVE_FAILED'
  | 'BACKUP_UNFIT'
  | 'BOOKS_INCOMPLETE'
  | 'ROUTER_UNAVAILABLE'
  | 'ROUTER_RATE_LIMITED'
  | 'ROUTER_MALFORMED'
  | 'ROUTER_PATH_NOT_FOUND'
  | 'ROUTER_NO_ROUTE'
  | 'ROUTER_QUOTE_EXPIRED'
  | 'ROUTER_REFUSED'
  | 'ROUTER_BALANCE'
  | 'CHAIN_UNAVAILABLE'
  | 'RPC_UNAVAILABLE'
  | 'RPC_WRONG_CHAIN'
  | 'RPC_BEHIND'
  | 'RPC_UNSUPPORTED'
  | 'WITNESS_MISSING'
  | 'WITNESSES_DISAGREE'
  | 'RPC_MALFORMED'
  | 'ROUTER_BUDGET_SPENT'
  | 'ROUTER_UNAUTHORIZED'
  | 'SIGNATURE_MISMATCH'
  | 'TRANSACTION_REVERTS'
  | 'GUARD_REJECTED'
  | 'JOB_KEY_UNKNOWN'
  | 'JOB_FORGED'
  | 'QUOTE_BELOW_MINIMUM'
  | 'INSUFFICIENT_BALANCE'
  | 'INSUFFICIENT_GAS'
  | 'CAP_REACHED'
  | 'BALANCE_RESERVED'
  | 'SIGNING_STOPPED'
  | 'BLACKOUT'
  | 'WALLET_FROZEN'
  | 'FEE_TOO_HIGH'
  | 'DEADLINE_PASSED'
  | 'PAYMENT_REVERTED'
  | 'PAYMENT_CANCELLED'
  | 'LEASE_USED_BY_STRANGER'
  | 'APPROVAL_IN_FLIGHT'
  | 'APPROVAL_FAILED'
  | 'APPROVAL_NEEDED'
  | 'APPROVAL_REJECTED'
  | 'APPROVAL_EXPIRED'
  | 'APPROVAL_DECIDED'
  | 'APPROVAL_OF_OWN_SWAP'
  | 'APPROVAL_NEEDS_VOTES'
  | 'VOTE_INVALID'
  | 'BATCH_INCOMPLETE'
  | 'BATCH_CHANGED'
  | 'ORDER_NOT_ACCEPTABLE'
  | 'ORDER_BELOW_FLOOR'
  | 'DEPOSIT_NOT_UNIQUE'
  | 'DEPOSIT_UNPAYABLE'
  | 'DEPOSIT_NOT_SEEN'
  | 'DEPOSIT_NOT_LOOKED_FOR'
  | 'DEPOSIT_NOT_FINAL'
  | 'DEPOSIT_SHORT'
  | 'DEPOSIT_OVER'
  | 'DEPOSIT_LATE'
  | 'DEPOSIT_WITHOUT_MEMO'
  | 'PAID_BEFORE'
  | 'DEPOSIT_TWICE'
  | 'ORDER_ANSWER_LOST'
  | 'ORDERS_SPENT'
  | 'INCLUSION_LATE'
  | 'LEASE_ABANDONED'
  | 'COMMIT_REFUSED'
  | 'SIMULATION_UNREADABLE'
  | 'SIMULATION_UNSETTLED'
  | 'SETTLEMENT_DISPUTED'
  | 'SETTLEMENT_OVERDUE'
  | 'ROUTER_STATUS_NEEDS_PERSON'
  | 'PAID_IN_OTHER_TOKEN'
  | 'REFUND_NOT_SEEN'
  | 'OWN_PAYOUT_SHORT'
  | 'RECOVERY_FAILED'
  | 'CANCELLED'
  | 'CANCEL_PENDING'
  | 'SWAP_ENDED'
  | 'SWAP_NOT_ENDED'
  | 'SWAP_RETRIED'
  | 'SWAP_REPLACED'
  | 'NOTHING_TO_ACKNOWLEDGE'
  | 'NOTHING_TO_RESOLVE'
  | 'RESOLUTION_REFUSED'
  | 'SWAP_CHANGED'
  | 'RESOLVED_BY_PERSON'
  | 'EVIDENCE_NOT_SHOWN'
  | 'EVIDENCE_NOT_FINAL'
  | 'EVIDENCE_OF_ANOTHER_SWAP'
  | 'EVIDENCE_CONTRADICTS'
  | 'LANDED_AFTER_END'
  | 'DEAD_AFTER_END'
  | 'PROOF_CONTRADICTED'
  | 'BULK_ACTION_ENDED'
  | 'BULK_ACTION_TOO_LARGE'
  | 'BULK_ACTION_GREW'
  | 'PAYMENT_LANDED'
  | 'PAYMENT_MAY_LAND'
  | 'FUNDS_UNKNOWN'
  | 'RETRIES_SPENT'
  | 'INVALID_RULE'
  | 'RULE_CHANGED'
  | 'RULE_FORGED';
