// Generated from openapi.json by `npm run client`; do not edit.
export interface paths {
    "/api/v1/leads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List leads
         * @description Filters combine with AND; ids separated by commas within one filter with OR. What is outside the token’s scope, or unknown, matches nothing. `filter[custom_fields.<key>]` takes values of a custom field (select, multi_select, boolean, number, date), several separated by commas. Everything combines in an organization of up to 10,000 leads; in a larger one, a combination that cannot be read quickly is refused, and the answer says what to add.
         *
         *     With `Accept: text/csv` or `application/x-ndjson` the answer is the whole list as of one moment, under the same filters and sort, without `page[…]`. A connection that breaks before the end means that the export is not whole. Each export leaves an audit entry.
         *
         *     Needs `leads:read`. As text/csv or application/x-ndjson: `leads:export` instead. Scope: an admin: leads of the organization; a manager: of the team; an agent: its own.
         */
        get: operations["listLeads"];
        put?: never;
        /**
         * Create a lead
         * @description A lead needs a phone or an email. If one of them belongs to a lead already, that lead is answered with 200 and `duplicate` true, nothing is created, and its fields stay as they are. A retry leaves no trace; what differs from the lead is kept in the `details` of a `reenquiry` activity, 20 a lead and hour. Of a lead outside the token’s scope only its public id and what the caller itself sent are shown.
         *
         *     Needs `leads:create`. Scope: an admin: leads of the organization; a manager: of the team; an agent: its own.
         */
        post: operations["createLead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/leads/{public_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a lead
         * @description Needs `leads:read`. Scope: an admin: leads of the organization; a manager: of the team; an agent: its own.
         */
        get: operations["getLead"];
        put?: never;
        post?: never;
        /**
         * Erase a lead
         * @description Everything personal goes at once: contact, custom fields, notes, summaries and details of activities, notes of moves, values in the audit trail, answers kept under an Idempotency-Key. What counts stays (status, transitions, source, owner, value, times), so reports do not change. Afterwards the lead is not found anywhere. It cannot be undone.
         *
         *     Needs `leads:erase`. Scope: an admin: leads of the organization; a manager: of the team; an agent: its own.
         */
        delete: operations["eraseLead"];
        options?: never;
        head?: never;
        /**
         * Change a lead
         * @description JSON Merge Patch: what is not sent stays, null clears, `custom_fields` merge by key. A `status` changed here obeys the stage rules but records no transition, so reports do not see the move; use the status endpoint for moves. `owner` needs the ability `leads:assign`. A token without `leads:read` is answered only the public id, the status, `updated_at` and the fields that it sent.
         *
         *     Needs `leads:update`. Scope: an admin: leads of the organization; a manager: of the team; an agent: its own.
         */
        patch: operations["changeLead"];
        trace?: never;
    };
    "/api/v1/leads/{public_id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move a lead to another status
         * @description Changes the status under the stage rules and records the transition, which reports read. A lead that is there already stays as it is, with `transition` null; a `note` is then not recorded, and `meta.warning` says so. A token without `leads:read` is answered only the public id, the status and `updated_at`, and of the transition not where it came from.
         *
         *     Needs `leads:move`. Scope: an admin: leads of the organization; a manager: of the team; an agent: its own.
         */
        post: operations["moveLead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/leads/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create up to 100 leads
         * @description Each create is answered in its place as if it had been sent alone, duplicates among them included: one that is refused holds its problem, and does not keep the others from being created. Once 1,000 faults are told, further creates tell 10 of theirs each. To repeat the call is safe, as it is for one lead.
         *
         *     Needs `leads:create`. Scope: an admin: leads of the organization; a manager: of the team; an agent: its own.
         */
        post: operations["createLeads"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/leads/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what the fields of a lead can be
         * @description The pipeline with its stage rules, the sources, the custom fields and the score bands, for forms and filters. What is archived is left out, also among `allowed_next`. Whoever may change these reads them under Statuses, Sources and Custom fields.
         *
         *     Needs `leads:read`. Scope: records of the token’s organization.
         */
        get: operations["getLeadOptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/leads/owners": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List whom leads can be given to, by name
         * @description For an admin, all active members; for a manager, the active members of the own team; for an agent, itself. To change the `owner` of a lead needs the ability `leads:assign`, too.
         *
         *     Needs `leads:read`. Scope: an admin: active members of the organization; a manager: of the team; an agent: itself.
         */
        get: operations["listLeadOwners"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/leads/{public_id}/activities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a lead’s activities, newest first
         * @description Needs `leads:read`. Scope: an admin: leads of the organization; a manager: of the team; an agent: its own.
         */
        get: operations["listLeadActivities"];
        put?: never;
        /**
         * Record an activity
         * @description Moves the lead’s `last_activity_at` forward, never back.
         *
         *     Needs `leads:update`. Scope: an admin: leads of the organization; a manager: of the team; an agent: its own.
         */
        post: operations["addLeadActivity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/leads/{public_id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a lead’s notes, newest first
         * @description Needs `leads:read`. Scope: an admin: leads of the organization; a manager: of the team; an agent: its own.
         */
        get: operations["listLeadNotes"];
        put?: never;
        /**
         * Add a note
         * @description Needs `leads:update`. Scope: an admin: leads of the organization; a manager: of the team; an agent: its own.
         */
        post: operations["addLeadNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/leads/{public_id}/transitions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a lead’s stage transitions, newest first
         * @description Needs `leads:read`. Scope: an admin: leads of the organization; a manager: of the team; an agent: its own.
         */
        get: operations["listLeadTransitions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/leads/{public_id}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a lead’s audit trail, newest first
         * @description Needs `audit:read`. Scope: an admin: leads of the organization; a manager: of the team; an agent: its own.
         */
        get: operations["listLeadAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/leads/{public_id}/assignment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Explain how a lead came to its owner
         * @description As it was decided when the lead was assigned: which rule, by which strategy, and why not the others.
         *
         *     Needs `leads:read`. Scope: an admin: leads of the organization; a manager: of the team; an agent: its own.
         */
        get: operations["getLeadAssignment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/leads/{public_id}/score": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Explain a lead’s score
         * @description Which rules and which activities gave which points, as they count now. The points sum to `total`; the score is that, kept from 0 to 100 and rounded.
         *
         *     Needs `leads:read`. Scope: an admin: leads of the organization; a manager: of the team; an agent: its own.
         */
        get: operations["getLeadScore"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who am I, and what may I do?
         * @description Takes any token. Scope: the token’s own membership.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in
         * @description With the email and the password of an active membership. The answer’s cookie is the session: it acts with everything that the role may do, and ends after 12 hours without use, after 7 days, by signing out, and when the membership is deactivated. A browser keeps the cookie over https and on loopback only. A membership has 20 sessions at most: the oldest ends when another begins. A request that a page of another site sends is refused (403). 10 tries a minute and address, 5 a minute and membership.
         *
         *     Needs no token.
         */
        post: operations["signIn"];
        /**
         * Sign out
         * @description Ends the session that the call is made with. 404 for a token, which is revoked at `/tokens`.
         *
         *     Takes any token. Scope: the token’s own membership.
         */
        delete: operations["signOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your own sessions, newest first
         * @description Where the person has signed in. Those that have ended are left out. A session may ask, or a token with `tokens:write`.
         *
         *     Takes any token. Scope: the token’s own membership.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{public_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End one of your own sessions
         * @description It stops working at once, in other processes within a second. Ending it again answers 204 too. A session may ask, or a token with `tokens:write`.
         *
         *     Takes any token. Scope: the token’s own membership.
         */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/memberships/{public_id}/invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invite the person of a membership to sign in
         * @description Answers a link, once: who opens it sets a password and is signed in. It works once and for 72 hours; a new one ends the older one, and so does another email, team or role that lets the membership do more. Use it as well where a password was forgotten. Needs every ability that the membership’s role may hold, too, and a token that does not expire (403). The membership must be active and have an email that no other active one has (409).
         *
         *     Needs `tokens:write`. Scope: records of the token’s organization.
         */
        post: operations["inviteMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invitations/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept an invitation
         * @description Sets the password, ends the membership’s other sessions, and signs in as `POST /session` does. The token is what stands behind `#` in the link. 404 where it is unknown, used, replaced or expired, or the membership is not active. 10 tries a minute and address, those of `POST /session` included.
         *
         *     Needs no token.
         */
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the organization
         * @description Needs `settings:read`. Scope: records of the token’s organization.
         */
        get: operations["getOrganization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the organization
         * @description Fields that are not sent stay as they are. The currency is fixed once a lead carries a value (409).
         *
         *     Needs `settings:write`. Scope: records of the token’s organization.
         */
        patch: operations["changeOrganization"];
        trace?: never;
    };
    "/api/v1/teams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List teams, newest first
         * @description Needs `settings:read`. Scope: records of the token’s organization.
         */
        get: operations["listTeams"];
        put?: never;
        /**
         * Create a team
         * @description Needs `settings:write`. Scope: records of the token’s organization.
         */
        post: operations["createTeam"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/teams/{public_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a team
         * @description Needs `settings:read`. Scope: records of the token’s organization.
         */
        get: operations["getTeam"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a team
         * @description Fields that are not sent stay as they are.
         *
         *     Needs `settings:write`. Scope: records of the token’s organization.
         */
        patch: operations["changeTeam"];
        trace?: never;
    };
    "/api/v1/memberships": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List memberships, newest first
         * @description Needs `settings:read`. Scope: records of the token’s organization.
         */
        get: operations["listMemberships"];
        put?: never;
        /**
         * Create a membership
         * @description A role above `agent`, or an `email`, by which a person can sign in, needs `tokens:write` and every ability that the role may hold, too; an `email` also a token that does not expire.
         *
         *     Needs `settings:write`. Scope: records of the token’s organization.
         */
        post: operations["createMembership"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/memberships/counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count memberships by group
         * @description Takes the filters of the list but for the search. Groups that nobody is in have the count 0.
         *
         *     Needs `settings:read`. Scope: records of the token’s organization.
         */
        get: operations["countMemberships"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/memberships/{public_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a membership
         * @description Needs `settings:read`. Scope: records of the token’s organization.
         */
        get: operations["getMembership"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a membership
         * @description Fields that are not sent stay as they are. To raise the `role`, to make a membership `active` again, to give a manager another `team`, or anybody another `email`, needs `tokens:write` and every ability that its role may then hold, too: its tokens, or who signs in, can do or see more afterwards; an invitation that is open ends. Another `email` needs a token that does not expire; given by somebody else, it ends the membership’s sessions and its password, and so does taking the `email` away. While `active` is false the membership’s tokens answer 401; its sessions end for good. The last active admin can neither be deactivated nor given another role. A new `team` takes the membership’s leads along; tens of thousands of them may still be following when the answer comes.
         *
         *     Needs `settings:write`. Scope: records of the token’s organization.
         */
        patch: operations["changeMembership"];
        trace?: never;
    };
    "/api/v1/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tokens, newest first
         * @description Revoked and expired ones and sessions included; sessions are kept for 90 days. Secrets are not kept, so they are not shown.
         *
         *     Needs `tokens:write`. Scope: records of the token’s organization.
         */
        get: operations["listTokens"];
        put?: never;
        /**
         * Issue a token
         * @description The answer’s `secret` is the token; it is shown this once. An ability above the membership’s role is refused with 422, one that the calling token lacks with 403; `*`, which grows with the role, can be given only by a token that holds every ability. A token that expires issues none that outlives it: `expires_at` is its own unless an earlier one is given. A session may issue tokens that outlive it: its person can sign in again. A membership has 100 live tokens at most.
         *
         *     Needs `tokens:write`. Scope: records of the token’s organization.
         */
        post: operations["issueToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tokens/{public_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a token
         * @description Needs `tokens:write`. Scope: records of the token’s organization.
         */
        get: operations["getToken"];
        put?: never;
        post?: never;
        /**
         * Revoke a token or a session
         * @description It stops working at once, in other processes within a second. Revoking it again answers 204 too.
         *
         *     Needs `tokens:write`. Scope: records of the token’s organization.
         */
        delete: operations["revokeToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/statuses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List statuses, by position, then name
         * @description Needs `settings:read`. Scope: records of the token’s organization.
         */
        get: operations["listStatuses"];
        put?: never;
        /**
         * Create a status
         * @description Without a `position` it becomes the last. `initial` moves here from the status that had it.
         *
         *     Needs `settings:write`. Scope: records of the token’s organization.
         */
        post: operations["createStatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/statuses/{public_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a status
         * @description Needs `settings:read`. Scope: records of the token’s organization.
         */
        get: operations["getStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a status
         * @description Fields that are not sent stay as they are. `initial` moves here from the status that had it. The initial status cannot be archived.
         *
         *     Needs `settings:write`. Scope: records of the token’s organization.
         */
        patch: operations["changeStatus"];
        trace?: never;
    };
    "/api/v1/sources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sources, by name
         * @description Needs `settings:read`. Scope: records of the token’s organization.
         */
        get: operations["listSources"];
        put?: never;
        /**
         * Create a source
         * @description Needs `settings:write`. Scope: records of the token’s organization.
         */
        post: operations["createSource"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sources/{public_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a source
         * @description Needs `settings:read`. Scope: records of the token’s organization.
         */
        get: operations["getSource"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a source
         * @description Fields that are not sent stay as they are.
         *
         *     Needs `settings:write`. Scope: records of the token’s organization.
         */
        patch: operations["changeSource"];
        trace?: never;
    };
    "/api/v1/custom-fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List custom fields, by label
         * @description Needs `settings:read`. Scope: records of the token’s organization.
         */
        get: operations["listCustomFields"];
        put?: never;
        /**
         * Create a custom field
         * @description The select types need `options`.
         *
         *     Needs `settings:write`. Scope: records of the token’s organization.
         */
        post: operations["createCustomField"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/custom-fields/{public_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a custom field
         * @description Needs `settings:read`. Scope: records of the token’s organization.
         */
        get: operations["getCustomField"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a custom field
         * @description Fields that are not sent stay as they are. The key is fixed, and so is the type once a lead has a value.
         *
         *     Needs `settings:write`. Scope: records of the token’s organization.
         */
        patch: operations["changeCustomField"];
        trace?: never;
    };
    "/api/v1/distribution-rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List distribution rules, in the order in which they are tried
         * @description Needs `settings:read`. Scope: records of the token’s organization.
         */
        get: operations["listDistributionRules"];
        put?: never;
        /**
         * Create a distribution rule
         * @description A new lead is assigned by the first rule whose conditions it meets and that has somebody who can take it: active, accepting leads, within working hours and below the caps. If no rule assigns it, any agent who can take it gets it, by turns; if there is nobody, it waits with the team of the first rule that matched, and is assigned as soon as somebody can take it.
         *
         *     Needs `settings:write`. Scope: records of the token’s organization.
         */
        post: operations["createDistributionRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/distribution-rules/{public_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a distribution rule
         * @description Needs `settings:read`. Scope: records of the token’s organization.
         */
        get: operations["getDistributionRule"];
        put?: never;
        post?: never;
        /**
         * Delete a distribution rule
         * @description Leads that it assigned keep their owners, and still name it.
         *
         *     Needs `settings:write`. Scope: records of the token’s organization.
         */
        delete: operations["deleteDistributionRule"];
        options?: never;
        head?: never;
        /**
         * Change a distribution rule
         * @description Fields that are not sent stay as they are.
         *
         *     Needs `settings:write`. Scope: records of the token’s organization.
         */
        patch: operations["changeDistributionRule"];
        trace?: never;
    };
    "/api/v1/distribution-rules/simulate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try out distribution rules
         * @description With `lead`: who would get it now, and why. With `filter`: the leads of a date range, as far as the token may see them, assigned once more under these rules: who would have got how many, against who has them. Without `rules`, those in force. `filter` needs the ability `leads:read`, too. Nothing is written. A range of more than 50,000 leads, or one that takes too long under many rules, is refused (422): choose a shorter one.
         *
         *     Needs `settings:read`. Scope: an admin: leads of the organization; a manager: of the team; an agent: its own.
         */
        post: operations["simulateDistribution"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scoring": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the scoring model
         * @description A lead’s score is the sum of the points of every rule whose conditions it meets and of what its activities still count, kept from 0 to 100 and rounded.
         *
         *     Needs `settings:read`. Scope: records of the token’s organization.
         */
        get: operations["getScoring"];
        /**
         * Replace the scoring model
         * @description Replaces the whole model: a part that is not sent is empty, bands are 70 and 40 unless sent. Leads that are there already are scored anew in the background; `rescoring` says how far that is. The same model again changes nothing.
         *
         *     Needs `settings:write`. Scope: records of the token’s organization.
         */
        put: operations["replaceScoring"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scoring/simulate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try out a scoring model
         * @description Takes a model as `PUT /scoring` does, and answers how many open leads, as far as the token may see them, are in each band now and would be under this model. Where there are more than 10,000 of them, or a large model takes too long, it counts a random sample: `sampled` of `leads`. Needs the ability `leads:read`, too. Nothing is written.
         *
         *     Needs `settings:read`. Scope: an admin: leads of the organization; a manager: of the team; an agent: its own.
         */
        post: operations["simulateScoring"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/leads/counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count leads by group
         * @description Takes the filters of the list, `filter[custom_fields.<key>]` included. Groups without leads are left out, but for the statuses that the filter allows.
         *
         *     Needs `leads:read`. Scope: an admin: leads of the organization; a manager: of the team; an agent: its own.
         */
        get: operations["countLeads"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reports/funnel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How far leads come
         * @description Every count has an address in `links` that lists exactly its leads. `Accept: text/csv` gives the stages as CSV.
         *
         *     Needs `reports:read`. Scope: an admin: leads of the organization; a manager: of the team; an agent: its own.
         */
        get: operations["reportFunnel"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reports/velocity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How long leads take
         * @description `Accept: text/csv` gives the stages as CSV.
         *
         *     Needs `reports:read`. Scope: an admin: leads of the organization; a manager: of the team; an agent: its own.
         */
        get: operations["reportVelocity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reports/conversion": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What leads come to, by group
         * @description `Accept: text/csv` gives the groups as CSV.
         *
         *     Needs `reports:read`. Scope: an admin: leads of the organization; a manager: of the team; an agent: its own.
         */
        get: operations["reportConversion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reports/leads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the leads behind a figure of a report, newest first
         * @description Take the address from the report’s `links`. It lists exactly the leads that the figure counted, as far as the token may see them, as they are now. Of the distribution report, `assigned` lists the leads that a `rule` assigned (to a `member`), `open_cap` and `daily_cap` those that a member did not get because of its cap, `waiting` those that wait for somebody, `decided` all of them.
         *
         *     Needs `leads:read`. Scope: an admin: leads of the organization; a manager: of the team; an agent: its own.
         */
        get: operations["listReportLeads"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reports/distribution": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How fairly leads were assigned
         * @description Needs `reports:read`. Scope: an admin: leads of the organization; a manager: of the team; an agent: its own.
         */
        get: operations["reportDistribution"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List views, newest first
         * @description Your own, and those that others share.
         *
         *     Needs `leads:read`. Scope: views of the token’s own membership, and those that are shared in the organization.
         */
        get: operations["listViews"];
        put?: never;
        /**
         * Save a view
         * @description Filters, sort and columns of the list of leads under a name. What a view lists depends on who reads it: it opens no leads to anybody.
         *
         *     Needs `leads:read`. Scope: views of the token’s own membership, and those that are shared in the organization.
         */
        post: operations["createView"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/views/{public_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a view
         * @description Needs `leads:read`. Scope: views of the token’s own membership, and those that are shared in the organization.
         */
        get: operations["getView"];
        put?: never;
        post?: never;
        /**
         * Delete a view
         * @description Its owner and admins can change a shared view; for everybody else who sees it the answer is 409 `conflict`.
         *
         *     Needs `leads:read`. Scope: views of the token’s own membership, and those that are shared in the organization.
         */
        delete: operations["deleteView"];
        options?: never;
        head?: never;
        /**
         * Change a view
         * @description Fields that are not sent stay as they are; `filters` and `columns` are replaced as a whole. Its owner and admins can change a shared view; for everybody else who sees it the answer is 409 `conflict`.
         *
         *     Needs `leads:read`. Scope: views of the token’s own membership, and those that are shared in the organization.
         */
        patch: operations["changeView"];
        trace?: never;
    };
    "/api/v1/leads/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change many leads
         * @description Gives leads to a member, moves them, or adds a note: up to 1,000 by their ids, or those that match a filter now, up to 100,000. The answer is a job, which works through them. Each lead is changed as a call for it alone would change it, under the same rules and within the same scope, all of the change or nothing; leads that cannot be changed are counted as failed.
         *
         *     Besides `leads:read`, `owner` needs `leads:update` and `leads:assign`, `status` needs `leads:move`, and a `note` without a status `leads:update`. If the token loses one of them, is revoked or expires, or its membership is deactivated, the job stops. An organization has at most 10 jobs that are not finished; they run one after the other.
         *
         *     Needs `leads:read`. Scope: an admin: leads of the organization; a manager: of the team; an agent: its own.
         */
        post: operations["changeLeads"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List bulk changes, newest first
         * @description Kept for 30 days.
         *
         *     Needs `leads:read`. Scope: an admin: jobs of the organization; everybody else: jobs of the token’s own membership.
         */
        get: operations["listJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs/{public_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a bulk change: how far it has come
         * @description Needs `leads:read`. Scope: an admin: jobs of the organization; everybody else: jobs of the token’s own membership.
         */
        get: operations["getJob"];
        put?: never;
        post?: never;
        /**
         * Stop a bulk change
         * @description Leads that are changed stay so. A job that is over stays as it is.
         *
         *     Needs `leads:update`. Scope: an admin: jobs of the organization; everybody else: jobs of the token’s own membership.
         */
        delete: operations["stopJob"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List imports, newest first
         * @description Needs `leads:import`. Scope: an admin: imports of the organization; a manager: its own.
         */
        get: operations["listImports"];
        put?: never;
        /**
         * Import leads from a CSV file
         * @description The header line names the columns: those that are named like a field of create, or its label, map themselves; `mapping[<column>]` says what the others mean. A column that maps to nothing (unless `unmapped=ignore`), or two that map to one field, are refused before anything is stored. The answer comes when the file has come in; its rows are processed afterwards, each as a create, and once. One import of an organization runs at a time. To repeat an import is safe: its leads are there already.
         *
         *     Needs `leads:import`. Scope: an admin: imports of the organization; a manager: its own.
         */
        post: operations["createImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/imports/{public_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an import: how far it has come
         * @description Needs `leads:import`. Scope: an admin: imports of the organization; a manager: its own.
         */
        get: operations["getImport"];
        put?: never;
        post?: never;
        /**
         * Stop an import
         * @description The leads that are in stay. An import that is over stays as it is.
         *
         *     Needs `leads:import`. Scope: an admin: imports of the organization; a manager: its own.
         */
        delete: operations["cancelImport"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/imports/{public_id}/failures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the rows that were refused, as CSV
         * @description The number of the row (the first one after the header line is 1), the cells as sent, and why. Kept for 30 days after the end of the import. Texts that a spreadsheet would run are made harmless.
         *
         *     Needs `leads:import`. Scope: an admin: imports of the organization; a manager: its own.
         */
        get: operations["listImportFailures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/forms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List forms, by name
         * @description Needs `settings:read`. Scope: records of the token’s organization.
         */
        get: operations["listForms"];
        put?: never;
        /**
         * Create a form
         * @description Leads come in through its hosted page (`url`), its `embed`, or your own pages.
         *
         *     Needs `settings:write`. Scope: records of the token’s organization.
         */
        post: operations["createForm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/forms/{public_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a form
         * @description Needs `settings:read`. Scope: records of the token’s organization.
         */
        get: operations["getForm"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a form
         * @description Fields that are not sent stay as they are.
         *
         *     Needs `settings:write`. Scope: records of the token’s organization.
         */
        patch: operations["changeForm"];
        trace?: never;
    };
    "/api/v1/forms/{public_id}/submissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit a form
         * @description Needs no token. Makes a lead as creating one does; the answer is the same whether the person was known already or not. Takes only the form’s own fields, as JSON or form-encoded (`custom_fields[key]=value`, a name repeated for several values). A browser may send from pages of the service itself and of the form’s allowed origins, whose preflights are answered. Messages in `errors` come in English or Hindi, as Accept-Language says. 30 submissions a minute, address and form; 600 requests of every kind a minute and address to all forms.
         *
         *     Needs no token.
         */
        post: operations["submitForm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow what happens to leads
         * @description Oldest first. `links.next` is where to go on, at once or later: who follows it sees every event exactly once, and those of a lead in their order. With `wait`, an answer comes as soon as there is something to tell. A page may hold fewer events than asked for, or none, though `meta.has_more` is true. Cursors are valid for as long as events are kept (30 days unless set otherwise), with any filter; an older one is answered 410.
         *
         *     Needs `events:read`. Scope: an admin: leads of the organization; a manager: of the team; an agent: its own.
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
    "/api/v1/events/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow what happens to leads, as server-sent events
         * @description The same as `GET /events`, as one answer that does not end. `data` is an event, `id` its cursor; a browser’s EventSource sends the last one as `Last-Event-ID` when it connects again. A comment comes at least every 15 seconds.
         *
         *     Needs `events:read`. Scope: an admin: leads of the organization; a manager: of the team; an agent: its own.
         */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks, newest first
         * @description Needs `settings:read`. Only for the role `admin`. Scope: records of the token’s organization.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description Events that happen from now on are sent to `url`, signed as Standard Webhooks has it. The answer’s `secret` verifies them; it is shown this once. Events hold leads only if the token has `leads:read` and `events:read` (`sends_leads`). Anything but a 2xx answer within 15 seconds is tried again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h.
         *
         *     Needs `settings:write`. Only for the role `admin`. Scope: records of the token’s organization.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{public_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a webhook
         * @description Needs `settings:read`. Only for the role `admin`. Scope: records of the token’s organization.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description Nothing is sent any more. Its deliveries go with it.
         *
         *     Needs `settings:write`. Only for the role `admin`. Scope: records of the token’s organization.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook
         * @description Fields that are not sent stay as they are. A webhook that was disabled is made active again with `active`. With another `url`, `sends_leads` is decided anew, by the token that sets it.
         *
         *     Needs `settings:write`. Only for the role `admin`. Scope: records of the token’s organization.
         */
        patch: operations["changeWebhook"];
        trace?: never;
    };
    "/api/v1/webhooks/{public_id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a webhook a new secret
         * @description For 24 hours deliveries are signed with the old secret, too. If you rotate again within that time, the first of the three secrets ends.
         *
         *     Needs `settings:write`. Only for the role `admin`. Scope: records of the token’s organization.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{public_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event to a webhook
         * @description Sends an event of the type `webhook.test`, whose `lead` is null, also if the webhook is not active, and answers what the receiver answered. It is not tried again.
         *
         *     Needs `settings:write`. Only for the role `admin`. Scope: records of the token’s organization.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{public_id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send events again from a time on
         * @description Sends every event since `from`, also those from before the webhook existed, as far as events are kept (30 days unless set otherwise). Newer events follow after them, in their order. Receivers know by `webhook-id` what they have seen.
         *
         *     Needs `settings:write`. Only for the role `admin`. Scope: records of the token’s organization.
         */
        post: operations["replayWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{public_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries of a webhook, newest first
         * @description Kept as long as events are.
         *
         *     Needs `settings:read`. Only for the role `admin`. Scope: records of the token’s organization.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{public_id}/deliveries/{delivery_id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again
         * @description At once, with all its retries, whatever became of it.
         *
         *     Needs `settings:write`. Only for the role `admin`. Scope: records of the token’s organization.
         */
        post: operations["redeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the audit trail, newest first
         * @description Every change of leads, settings, memberships and tokens, with who made it, in which call and, for admins, from which IP address. A manager sees the entries on leads in scope. With filters, and for managers, a page may hold fewer entries than asked for, or none, though `meta.has_more` is true: follow `links.next`, or narrow `filter[occurred_at]`.
         *
         *     Needs `audit:read`. Scope: an admin: the whole organization; a manager: entries on leads of the team; an agent: entries on own leads.
         */
        get: operations["listAuditEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** ListedLead */
        ListedLead: {
            /** @example lead_01k5p3c6m8q2r4s6t8v0w2x4z6 */
            public_id: string;
            contact: {
                /** @example Asha */
                first_name: string | null;
                /** @example Rao */
                last_name: string | null;
                /** @example +919876543210 */
                phone: string | null;
                /** @example asha@example.in */
                email: string | null;
            };
            source: components["schemas"]["SourceReference"] | null;
            status: components["schemas"]["LeadStatus"];
            owner: components["schemas"]["MembershipReference"] | null;
            /**
             * @description ISO 4217, of `estimated_value`
             * @example INR
             */
            currency: string;
            /** @example 250000 */
            estimated_value: number | null;
            /**
             * @description By the keys of the organization’s custom fields
             * @example {
             *       "product_interest": "Term plan"
             *     }
             */
            custom_fields: {
                [key: string]: unknown;
            };
            /** @example 62 */
            score: number;
            /** @enum {string} */
            score_band: "hot" | "warm" | "cold";
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            last_activity_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            updated_at: string;
            stage?: components["schemas"]["LeadStage"];
        };
        /** SourceReference */
        SourceReference: {
            /** @example src_01k5p3c6m8q2r4s6t8v0w2x4z6 */
            public_id: string;
            /** @example Website */
            name: string;
        };
        /** LeadStatus */
        LeadStatus: {
            /** @example sts_01k5p3c6m8q2r4s6t8v0w2x4z6 */
            public_id: string;
            /** @example New */
            name: string;
            /** @enum {string} */
            kind: "open" | "won" | "lost";
        };
        /** MembershipReference */
        MembershipReference: {
            /** @example mem_01k5p3c6m8q2r4s6t8v0w2x4z6 */
            public_id: string;
            /** @example Ravi Iyer */
            name: string;
        };
        /** LeadStage */
        LeadStage: {
            /**
             * Format: date-time
             * @description When the lead came into its status
             * @example 2026-01-31T09:30:00.000Z
             */
            entered_at: string;
        };
        /** PageLinks */
        PageLinks: {
            /** @description Relative address of the next page; null on the last page. A page may hold fewer records than asked for */
            next: string | null;
        };
        /**
         * LeadCreate
         * @example {
         *       "first_name": "Asha",
         *       "last_name": "Rao",
         *       "phone": "98765 43210",
         *       "email": "asha@example.in",
         *       "estimated_value": 250000
         *     }
         */
        LeadCreate: {
            /** @example Asha */
            first_name?: string | null;
            /** @example Rao */
            last_name?: string | null;
            /**
             * @description An Indian mobile number, however people type it; kept as +91 and ten digits. Finds duplicates.
             * @example +91 98765-43210
             */
            phone?: string | null;
            /**
             * Format: email
             * @description Finds duplicates, without regard to case
             * @example asha@example.in
             */
            email?: string | null;
            /**
             * @description Where the lead came from
             * @example src_01k5p3c6m8q2r4s6t8v0w2x4z6
             */
            source?: string | null;
            /**
             * @description In the organization’s currency; two decimals at most
             * @example 250000
             */
            estimated_value?: number | null;
            /**
             * @description By the keys of the organization’s custom fields
             * @example {
             *       "product_interest": "Term plan"
             *     }
             */
            custom_fields?: {
                [key: string]: unknown;
            };
        };
        /** Lead */
        Lead: {
            /** @example lead_01k5p3c6m8q2r4s6t8v0w2x4z6 */
            public_id: string;
            contact: {
                /** @example Asha */
                first_name: string | null;
                /** @example Rao */
                last_name: string | null;
                /** @example +919876543210 */
                phone: string | null;
                /** @example asha@example.in */
                email: string | null;
            };
            source: components["schemas"]["SourceReference"] | null;
            status: components["schemas"]["LeadStatus"];
            owner: components["schemas"]["MembershipReference"] | null;
            /**
             * @description ISO 4217, of `estimated_value`
             * @example INR
             */
            currency: string;
            /** @example 250000 */
            estimated_value: number | null;
            /**
             * @description By the keys of the organization’s custom fields
             * @example {
             *       "product_interest": "Term plan"
             *     }
             */
            custom_fields: {
                [key: string]: unknown;
            };
            /** @example 62 */
            score: number;
            /** @enum {string} */
            score_band: "hot" | "warm" | "cold";
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            last_activity_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            updated_at: string;
        };
        /** HiddenLead */
        HiddenLead: {
            /** @example lead_01k5p3c6m8q2r4s6t8v0w2x4z6 */
            public_id: string;
            contact: {
                phone?: string;
                email?: string;
            };
        };
        /** LeadWithTimeline */
        LeadWithTimeline: {
            /** @example lead_01k5p3c6m8q2r4s6t8v0w2x4z6 */
            public_id: string;
            contact: {
                /** @example Asha */
                first_name: string | null;
                /** @example Rao */
                last_name: string | null;
                /** @example +919876543210 */
                phone: string | null;
                /** @example asha@example.in */
                email: string | null;
            };
            source: components["schemas"]["SourceReference"] | null;
            status: components["schemas"]["LeadStatus"];
            owner: components["schemas"]["MembershipReference"] | null;
            /**
             * @description ISO 4217, of `estimated_value`
             * @example INR
             */
            currency: string;
            /** @example 250000 */
            estimated_value: number | null;
            /**
             * @description By the keys of the organization’s custom fields
             * @example {
             *       "product_interest": "Term plan"
             *     }
             */
            custom_fields: {
                [key: string]: unknown;
            };
            /** @example 62 */
            score: number;
            /** @enum {string} */
            score_band: "hot" | "warm" | "cold";
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            last_activity_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            updated_at: string;
            activities?: components["schemas"]["Activity"][];
            notes?: components["schemas"]["Note"][];
        };
        /** Activity */
        Activity: {
            /** @example act_01k5p3c6m8q2r4s6t8v0w2x4z6 */
            public_id: string;
            /** @enum {string} */
            kind: "call" | "email" | "meeting" | "whatsapp" | "sms" | "visit" | "other" | "created" | "reenquiry" | "moved" | "assigned" | "updated";
            /** @example Wants a call on Monday */
            summary: string | null;
            details: components["schemas"]["ReenquiryDetails"] | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            occurred_at: string;
            actor: components["schemas"]["Actor"];
        };
        /**
         * ReenquiryDetails
         * @description What a re-enquiry brought that differed from the lead, named as on create; what did not differ is left out, so `{}` means that nothing did. `form` is the form that sent it, where the lead did not come through it.
         */
        ReenquiryDetails: {
            /** @example Asha */
            first_name?: string;
            /** @example Rao */
            last_name?: string;
            /** @example +919876543210 */
            phone?: string;
            /** @example asha.rao@example.in */
            email?: string;
            source?: components["schemas"]["SourceReference"];
            /** @example 300000 */
            estimated_value?: number;
            /**
             * @example {
             *       "product_interest": "Health plan"
             *     }
             */
            custom_fields?: {
                [key: string]: unknown;
            };
            form?: components["schemas"]["FormReference"];
        };
        /** FormReference */
        FormReference: {
            /** @example form_01k5p3c6m8q2r4s6t8v0w2x4z6 */
            public_id: string;
            /** @example Website enquiry */
            name: string;
        };
        /**
         * Actor
         * @description Who did it: a token or session and its membership (perhaps by an import), a form, or the service itself. A session that ended long ago is left out.
         */
        Actor: {
            token?: components["schemas"]["TokenReference"];
            membership?: components["schemas"]["MembershipReference"];
            import?: components["schemas"]["ImportReference"];
            form?: components["schemas"]["FormReference"];
            /** @description True where the service itself, or its operator, acted */
            system?: boolean;
        };
        /** TokenReference */
        TokenReference: {
            /** @example tok_01k5p3c6m8q2r4s6t8v0w2x4z6 */
            public_id: string;
            /** @example Website form */
            name: string;
        };
        /** ImportReference */
        ImportReference: {
            /** @example imp_01k5p3c6m8q2r4s6t8v0w2x4z6 */
            public_id: string;
            /** @example Leads of March.csv */
            name: string;
        };
        /** Note */
        Note: {
            /** @example note_01k5p3c6m8q2r4s6t8v0w2x4z6 */
            public_id: string;
            body: string;
            actor: components["schemas"]["Actor"];
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
        };
        /**
         * LeadPatch
         * @example {
         *       "last_name": "Rao",
         *       "email": null,
         *       "estimated_value": 300000
         *     }
         */
        LeadPatch: {
            /** @example Asha */
            first_name?: string | null;
            /** @example Rao */
            last_name?: string | null;
            /**
             * @description An Indian mobile number, however people type it; kept as +91 and ten digits. Finds duplicates.
             * @example +91 98765-43210
             */
            phone?: string | null;
            /**
             * Format: email
             * @description Finds duplicates, without regard to case
             * @example asha@example.in
             */
            email?: string | null;
            /**
             * @description Where the lead came from
             * @example src_01k5p3c6m8q2r4s6t8v0w2x4z6
             */
            source?: string | null;
            /**
             * @description In the organization’s currency; two decimals at most
             * @example 250000
             */
            estimated_value?: number | null;
            /** @description By the keys of the organization’s custom fields */
            custom_fields?: {
                [key: string]: unknown;
            };
            /**
             * @description Changes the lead without recording a transition: reports will not see the move
             * @example sts_01k5p3c6m8q2r4s6t8v0w2x4z6
             */
            status?: string;
            /**
             * @description Needs the ability leads:assign; null takes the owner away
             * @example mem_01k5p3c6m8q2r4s6t8v0w2x4z6
             */
            owner?: string | null;
        };
        /**
         * PartialLead
         * @description Without `leads:read`: only what the caller sent, besides id, status and time
         */
        PartialLead: {
            /** @example lead_01k5p3c6m8q2r4s6t8v0w2x4z6 */
            public_id: string;
            contact?: {
                /** @example Asha */
                first_name?: string | null;
                /** @example Rao */
                last_name?: string | null;
                /** @example +919876543210 */
                phone?: string | null;
                /** @example asha@example.in */
                email?: string | null;
            };
            source?: components["schemas"]["SourceReference"] | null;
            status: components["schemas"]["LeadStatus"];
            owner?: components["schemas"]["MembershipReference"] | null;
            /** @example 250000 */
            estimated_value?: number | null;
            /** @description By the keys of the organization’s custom fields */
            custom_fields?: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            updated_at: string;
        };
        /** Move */
        Move: {
            /**
             * @description Where the lead goes
             * @example sts_01k5p3c6m8q2r4s6t8v0w2x4z6
             */
            status: string;
            /** @description Kept with the transition */
            note?: string | null;
        };
        /** Transition */
        Transition: {
            /** @example trn_01k5p3c6m8q2r4s6t8v0w2x4z6 */
            public_id: string;
            to: components["schemas"]["StatusReference"];
            note: string | null;
            actor: components["schemas"]["Actor"];
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            occurred_at: string;
            from: components["schemas"]["StatusReference"] | null;
            /** @description Whole seconds in the status it came from */
            seconds_in_from: number | null;
        };
        /** StatusReference */
        StatusReference: {
            /** @example sts_01k5p3c6m8q2r4s6t8v0w2x4z6 */
            public_id: string;
            /** @example Contacted */
            name: string;
        };
        /** PartialTransition */
        PartialTransition: {
            /** @example trn_01k5p3c6m8q2r4s6t8v0w2x4z6 */
            public_id: string;
            to: components["schemas"]["StatusReference"];
            note: string | null;
            actor: components["schemas"]["Actor"];
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            occurred_at: string;
        };
        /**
         * LeadBatch
         * @example {
         *       "leads": [
         *         {
         *           "first_name": "Asha",
         *           "phone": "98765 43210"
         *         },
         *         {
         *           "email": "ravi@example.in"
         *         }
         *       ]
         *     }
         */
        LeadBatch: {
            leads: components["schemas"]["LeadCreate"][];
        };
        /** BatchOutcome */
        BatchOutcome: {
            /**
             * @description What this create would have been answered alone: 201, 200, 409 or 422
             * @example 201
             */
            status: number;
            data?: components["schemas"]["Lead"] | components["schemas"]["HiddenLead"];
            /** @example false */
            duplicate?: boolean;
            meta?: {
                matched_on: ("phone" | "email")[];
                /** @description Where what differs was not kept: the lead has 20 re-enquiries of the last hour */
                warning?: string;
            };
            problem?: components["schemas"]["Problem"];
        };
        /** Problem */
        Problem: {
            /** @description Address of the page about this problem */
            type: string;
            /** @description For people; may be reworded */
            title: string;
            status: number;
            /** @description For people; may be reworded */
            detail: string;
            /** @description For programs; stable */
            code: string;
            /** @description Identifies the call; also in the X-Request-Id header */
            request_id: string;
            /** @description Faulty fields with their messages */
            errors?: {
                [key: string]: string[];
            };
        };
        /** LeadOptions */
        LeadOptions: {
            /** @description By position, then name */
            statuses: components["schemas"]["StatusOption"][];
            /** @description By name */
            sources: components["schemas"]["SourceReference"][];
            /** @description By label */
            custom_fields: components["schemas"]["CustomFieldOption"][];
            score_bands: components["schemas"]["ScoreBands"];
        };
        /** StatusOption */
        StatusOption: {
            /** @example sts_01k5p3c6m8q2r4s6t8v0w2x4z6 */
            public_id: string;
            /**
             * @description What people read
             * @example Qualified
             */
            name: string;
            /**
             * @description Whether a lead in it is still open, won or lost
             * @enum {string}
             */
            kind: "open" | "won" | "lost";
            /** @description Place in the pipeline, smallest first */
            position: number;
            /** @description New leads begin here; exactly one status of the organization is initial */
            initial: boolean;
            /** @description Statuses that a lead may go to from here; null: any */
            allowed_next: string[] | null;
            /** @description A move into it needs a note */
            note_required: boolean;
            /**
             * @description Fields that a lead must have to move into it
             * @example [
             *       "estimated_value"
             *     ]
             */
            required_fields: string[];
        };
        /** CustomFieldOption */
        CustomFieldOption: {
            /** @example fld_01k5p3c6m8q2r4s6t8v0w2x4z6 */
            public_id: string;
            /**
             * @description Name of the value in a lead’s `custom_fields`; unique, and fixed once made
             * @example product_interest
             */
            key: string;
            /**
             * @description What people read; the key unless set
             * @example Product interest
             */
            label: string;
            /**
             * @example select
             * @enum {string}
             */
            type: "text" | "number" | "boolean" | "date" | "select" | "multi_select";
            /** @description A lead cannot be created without it */
            required: boolean;
            /**
             * @description Allowed values of the select types; empty for the others. Null where all lists together are longer than 512 KiB and this one does not fit any more
             * @example [
             *       "Term plan",
             *       "Health plan"
             *     ]
             */
            options: string[] | null;
        };
        /** ScoreBands */
        ScoreBands: {
            /**
             * @description Least score of a hot lead
             * @example 70
             */
            hot: number;
            /**
             * @description Least score of a warm lead; below is cold
             * @example 40
             */
            warm: number;
        };
        /** PossibleOwner */
        PossibleOwner: {
            /** @example mem_01k5p3c6m8q2r4s6t8v0w2x4z6 */
            public_id: string;
            /** @example Ravi Iyer */
            name: string;
            /** @enum {string} */
            role: "agent" | "manager" | "admin";
            team: components["schemas"]["TeamReference"] | null;
        };
        /** TeamReference */
        TeamReference: {
            /** @example team_01k5p3c6m8q2r4s6t8v0w2x4z6 */
            public_id: string;
            /** @example Mumbai West */
            name: string;
        };
        /** ActivityCreate */
        ActivityCreate: {
            /** @enum {string} */
            kind: "call" | "email" | "meeting" | "whatsapp" | "sms" | "visit" | "other";
            /** @example Wants a call on Monday */
            summary: string;
            /**
             * Format: date-time
             * @description When it happened; now unless set; not in the future
             * @example 2026-01-31T09:30:00.000Z
             */
            occurred_at?: string;
        };
        /** NoteCreate */
        NoteCreate: {
            /** @example Prefers to be called after six */
            body: string;
        };
        /** AuditEntry */
        AuditEntry: {
            /** @example aud_01k5p3c6m8q2r4s6t8v0w2x4z6 */
            public_id: string;
            /** @example token.issued */
            action: string;
            subject: {
                /** @enum {string} */
                type: "organization" | "team" | "membership" | "token" | "status" | "source" | "custom_field" | "distribution_rule" | "scoring" | "form" | "import" | "webhook" | "view" | "job" | "lead";
                public_id: string;
                /**
                 * @description Of a lead, as it is now; left out where it has none
                 * @example Asha Rao
                 */
                name?: string;
            };
            actor: components["schemas"]["Actor"];
            changes: components["schemas"]["Change"][];
            request_id: string | null;
            /**
             * @description IP address of the caller, shown to admins only; null where the service itself acted
             * @example 203.0.113.7
             */
            address?: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            occurred_at: string;
        };
        /** Change */
        Change: {
            field: string;
            from: unknown;
            to: unknown;
        };
        /**
         * Assignment
         * @description How the lead came to its owner. Without a rule: any agent by turns (strategy `round_robin`), or the owner was changed by hand since
         */
        Assignment: {
            owner: components["schemas"]["MembershipReference"] | null;
            rule: components["schemas"]["DistributionRuleReference"] | null;
            /**
             * @description Null: nobody could take the lead, or its owner was changed by hand
             * @enum {string|null}
             */
            strategy: "round_robin" | "weighted" | "least_open" | "fixed" | null;
            /**
             * Format: date-time
             * @description When the lead got its owner, or began to wait for one
             * @example 2026-01-31T09:30:00.000Z
             */
            assigned_at: string;
            /** @description Who was considered, with what became of it: `chosen`, `not_in_turn` (could have taken it), or why it could not; the first 500, the chosen one always among them */
            candidates: components["schemas"]["Candidate"][];
            /** @description Candidates that are not listed */
            more_candidates: number;
        };
        /** DistributionRuleReference */
        DistributionRuleReference: {
            /** @example rule_01k5p3c6m8q2r4s6t8v0w2x4z6 */
            public_id: string;
            /** @example Term plans to Mumbai West */
            name: string;
        };
        /** Candidate */
        Candidate: {
            membership: components["schemas"]["MembershipReference"];
            /** @enum {string} */
            outcome: "chosen" | "not_in_turn" | "inactive" | "paused" | "outside_hours" | "open_cap" | "daily_cap";
        };
        /** LeadScore */
        LeadScore: {
            /** @description `total`, kept from 0 to 100 and rounded */
            score: number;
            /** @enum {string} */
            score_band: "hot" | "warm" | "cold";
            /**
             * @description The sum of all points below
             * @example 61.5
             */
            total: number;
            /** @description Rules whose conditions the lead meets */
            rules: {
                /** @example Has a phone */
                name: string;
                /** @example 25 */
                points: number;
            }[];
            /** @description What its activities still count, within the caps */
            signals: {
                /** @enum {string} */
                activity: "call" | "email" | "meeting" | "whatsapp" | "sms" | "visit" | "other" | "created" | "reenquiry" | "moved" | "assigned" | "updated";
                /** @example 11.5 */
                points: number;
            }[];
            /** @example 2 */
            model_version: number;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            as_of: string;
        };
        /** Me */
        Me: {
            organization: components["schemas"]["OwnOrganization"];
            membership: components["schemas"]["MembershipReference"];
            token: components["schemas"]["TokenReference"];
            /** @enum {string} */
            role: "agent" | "manager" | "admin";
            /** @description What this token may do, `*` written out */
            abilities: ("leads:read" | "leads:create" | "leads:update" | "leads:move" | "leads:assign" | "leads:import" | "leads:export" | "leads:erase" | "events:read" | "reports:read" | "audit:read" | "settings:read" | "settings:write" | "tokens:write")[];
            /**
             * @description Whose leads it sees
             * @enum {string}
             */
            scope: "organization" | "team" | "own";
        };
        /** OwnOrganization */
        OwnOrganization: {
            /** @example org_01k5p3c6m8q2r4s6t8v0w2x4z6 */
            public_id: string;
            /** @example Acme */
            name: string;
            /**
             * @description In which its days begin and end
             * @example Asia/Kolkata
             */
            time_zone: string;
            /**
             * @description Of every `estimated_value`
             * @example INR
             */
            currency: string;
        };
        /** SignIn */
        SignIn: {
            /**
             * @description Needed where the service has several organizations
             * @example org_01k5p3c6m8q2r4s6t8v0w2x4z6
             */
            organization?: string;
            /**
             * Format: email
             * @description Of the membership
             * @example ravi@example.in
             */
            email: string;
            /**
             * @description As it was set
             * @example correct horse battery staple
             */
            password: string;
        };
        /** Session */
        Session: {
            /** @example tok_01k5p3c6m8q2r4s6t8v0w2x4z6 */
            public_id: string;
            /**
             * @description The browser that signed in
             * @example Chrome on Windows
             */
            name: string;
            /** @description Whether it is the one that asks */
            current: boolean;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Accurate to the minute
             * @example 2026-01-31T09:30:00.000Z
             */
            last_used_at: string;
            /**
             * Format: date-time
             * @description When it ends at the latest; it ends earlier if it is not used for 12 hours
             * @example 2026-01-31T09:30:00.000Z
             */
            expires_at: string;
        };
        /** Invitation */
        Invitation: {
            /**
             * @description Shown this once. Give it to the person: who opens it first sets the password and is signed in
             * @example https://leads.example.in/invitation#/ldi_…
             */
            link: string;
            /**
             * Format: date-time
             * @description When the link stops working
             * @example 2026-01-31T09:30:00.000Z
             */
            expires_at: string;
        };
        /** Acceptance */
        Acceptance: {
            /**
             * @description The password to sign in with from now on; neither the email nor the name. Only the link that the first start of a demo prints works without
             * @example correct horse battery staple
             */
            password?: string;
        };
        /** Organization */
        Organization: {
            /** @example org_01k5p3c6m8q2r4s6t8v0w2x4z6 */
            public_id: string;
            /**
             * @description Name of the organization
             * @example Acme
             */
            name: string;
            /**
             * @description IANA name; days of filters, caps and reports begin and end in it
             * @example Asia/Kolkata
             */
            time_zone: string;
            /**
             * @description ISO 4217; currency of every `estimated_value`
             * @example INR
             */
            currency: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
        };
        /** OrganizationPatch */
        OrganizationPatch: {
            /**
             * @description Name of the organization
             * @example Acme
             */
            name?: string;
            /**
             * @description IANA name; days of filters, caps and reports begin and end in it
             * @example Asia/Kolkata
             */
            time_zone?: string;
            /**
             * @description ISO 4217; currency of every `estimated_value`
             * @example INR
             */
            currency?: string;
        };
        /** Team */
        Team: {
            /** @example team_01k5p3c6m8q2r4s6t8v0w2x4z6 */
            public_id: string;
            /**
             * @description Unique in the organization
             * @example Mumbai West
             */
            name: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
        };
        /** TeamCreate */
        TeamCreate: {
            /**
             * @description Unique in the organization
             * @example Mumbai West
             */
            name: string;
        };
        /** TeamPatch */
        TeamPatch: {
            /**
             * @description Unique in the organization
             * @example Mumbai West
             */
            name?: string;
        };
        /** Membership */
        Membership: {
            /** @example mem_01k5p3c6m8q2r4s6t8v0w2x4z6 */
            public_id: string;
            /**
             * @description Name of the person
             * @example Ravi Iyer
             */
            name: string;
            /**
             * Format: email
             * @description Of the person
             * @example ravi@example.in
             */
            email: string | null;
            /**
             * @description agent: own leads; manager: the team’s leads; admin: the whole organization
             * @enum {string}
             */
            role: "agent" | "manager" | "admin";
            /** @description Tokens of a membership that is not active do not work */
            active: boolean;
            /** @description Whether distribution may give it leads */
            accepting_leads: boolean;
            /** @description Share in weighted distribution */
            weight: number;
            /** @description Most leads in open statuses that it may own before distribution passes it over; null: no cap */
            open_cap: number | null;
            /** @description Most leads that distribution may give it in a day; null: no cap */
            daily_cap: number | null;
            working_hours: components["schemas"]["WorkingHours"] | null;
            team: components["schemas"]["TeamReference"] | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
        };
        /**
         * WorkingHours
         * @description When it takes leads, in the organization’s time zone; a day left out is a day off; null: always
         * @example {
         *       "mon": [
         *         "09:30-18:30"
         *       ],
         *       "sat": [
         *         "10:00-13:00",
         *         "14:00-16:00"
         *       ]
         *     }
         */
        WorkingHours: {
            mon?: string[];
            tue?: string[];
            wed?: string[];
            thu?: string[];
            fri?: string[];
            sat?: string[];
            sun?: string[];
        };
        /** MembershipCount */
        MembershipCount: {
            group: {
                /** @description Of the team */
                public_id?: string;
                /**
                 * @description Name of the team, or the role
                 * @example Mumbai West
                 */
                name: string;
            } | null;
            /**
             * @description Memberships
             * @example 12
             */
            count: number;
        };
        /** MembershipCreate */
        MembershipCreate: {
            /**
             * @description Name of the person
             * @example Ravi Iyer
             */
            name: string;
            /**
             * @description agent: own leads; manager: the team’s leads; admin: the whole organization
             * @enum {string}
             */
            role: "agent" | "manager" | "admin";
            /**
             * Format: email
             * @description Of the person
             * @example ravi@example.in
             */
            email?: string | null;
            /** @description Tokens of a membership that is not active do not work */
            active?: boolean;
            /** @description Whether distribution may give it leads */
            accepting_leads?: boolean;
            /** @description Share in weighted distribution */
            weight?: number;
            /** @description Most leads in open statuses that it may own before distribution passes it over; null: no cap */
            open_cap?: number | null;
            /** @description Most leads that distribution may give it in a day; null: no cap */
            daily_cap?: number | null;
            working_hours?: components["schemas"]["WorkingHours"] | null;
            /**
             * @description The team it belongs to
             * @example team_01k5p3c6m8q2r4s6t8v0w2x4z6
             */
            team?: string | null;
        };
        /** MembershipPatch */
        MembershipPatch: {
            /**
             * @description Name of the person
             * @example Ravi Iyer
             */
            name?: string;
            /**
             * Format: email
             * @description Of the person
             * @example ravi@example.in
             */
            email?: string | null;
            /**
             * @description agent: own leads; manager: the team’s leads; admin: the whole organization
             * @enum {string}
             */
            role?: "agent" | "manager" | "admin";
            /** @description Tokens of a membership that is not active do not work */
            active?: boolean;
            /** @description Whether distribution may give it leads */
            accepting_leads?: boolean;
            /** @description Share in weighted distribution */
            weight?: number;
            /** @description Most leads in open statuses that it may own before distribution passes it over; null: no cap */
            open_cap?: number | null;
            /** @description Most leads that distribution may give it in a day; null: no cap */
            daily_cap?: number | null;
            working_hours?: components["schemas"]["WorkingHours"] | null;
            /**
             * @description The team it belongs to
             * @example team_01k5p3c6m8q2r4s6t8v0w2x4z6
             */
            team?: string | null;
        };
        /** Token */
        Token: {
            /** @example tok_01k5p3c6m8q2r4s6t8v0w2x4z6 */
            public_id: string;
            /**
             * @description `session`: a person who has signed in; it has no secret
             * @example token
             * @enum {string}
             */
            kind: "token" | "session";
            /**
             * @description What the token is for
             * @example Website form
             */
            name: string;
            membership: components["schemas"]["MembershipReference"];
            /**
             * @description `*` stands for everything that the membership’s role may do
             * @example [
             *       "leads:read",
             *       "leads:create"
             *     ]
             */
            abilities: ("leads:read" | "leads:create" | "leads:update" | "leads:move" | "leads:assign" | "leads:import" | "leads:export" | "leads:erase" | "events:read" | "reports:read" | "audit:read" | "settings:read" | "settings:write" | "tokens:write" | "*")[];
            /**
             * Format: date-time
             * @description When it stops working; null: never
             * @example 2031-01-31T00:00:00.000Z
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Accurate to the minute
             * @example 2026-01-31T09:30:00.000Z
             */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            revoked_at: string | null;
        };
        /** TokenCreate */
        TokenCreate: {
            /**
             * @description What the token is for
             * @example Website form
             */
            name: string;
            /**
             * @description The membership it belongs to
             * @example mem_01k5p3c6m8q2r4s6t8v0w2x4z6
             */
            membership: string;
            /**
             * @description `*` stands for everything that the membership’s role may do
             * @example [
             *       "leads:read",
             *       "leads:create"
             *     ]
             */
            abilities: ("leads:read" | "leads:create" | "leads:update" | "leads:move" | "leads:assign" | "leads:import" | "leads:export" | "leads:erase" | "events:read" | "reports:read" | "audit:read" | "settings:read" | "settings:write" | "tokens:write" | "*")[];
            /**
             * Format: date-time
             * @description When it stops working; null: never
             * @example 2031-01-31T00:00:00.000Z
             */
            expires_at?: string | null;
        };
        /** IssuedToken */
        IssuedToken: {
            /** @example tok_01k5p3c6m8q2r4s6t8v0w2x4z6 */
            public_id: string;
            /**
             * @description `session`: a person who has signed in; it has no secret
             * @example token
             * @enum {string}
             */
            kind: "token" | "session";
            /**
             * @description What the token is for
             * @example Website form
             */
            name: string;
            membership: components["schemas"]["MembershipReference"];
            /**
             * @description `*` stands for everything that the membership’s role may do
             * @example [
             *       "leads:read",
             *       "leads:create"
             *     ]
             */
            abilities: ("leads:read" | "leads:create" | "leads:update" | "leads:move" | "leads:assign" | "leads:import" | "leads:export" | "leads:erase" | "events:read" | "reports:read" | "audit:read" | "settings:read" | "settings:write" | "tokens:write" | "*")[];
            /**
             * Format: date-time
             * @description When it stops working; null: never
             * @example 2031-01-31T00:00:00.000Z
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Accurate to the minute
             * @example 2026-01-31T09:30:00.000Z
             */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            revoked_at: string | null;
            /** @description The token itself. It is shown this once and not kept. */
            secret: string;
        };
        /** Status */
        Status: {
            /** @example sts_01k5p3c6m8q2r4s6t8v0w2x4z6 */
            public_id: string;
            /**
             * @description What people read
             * @example Qualified
             */
            name: string;
            /**
             * @description Whether a lead in it is still open, won or lost
             * @enum {string}
             */
            kind: "open" | "won" | "lost";
            /** @description Place in the pipeline, smallest first */
            position: number;
            /** @description New leads begin here; exactly one status of the organization is initial */
            initial: boolean;
            /** @description Statuses that a lead may go to from here; null: any */
            allowed_next: string[] | null;
            /** @description A move into it needs a note */
            note_required: boolean;
            /**
             * @description Fields that a lead must have to move into it
             * @example [
             *       "estimated_value"
             *     ]
             */
            required_fields: string[];
            /** @description An archived status is kept for the leads that have it, and refused for others */
            archived: boolean;
        };
        /**
         * StatusCreate
         * @example {
         *       "name": "Site visit",
         *       "kind": "open",
         *       "position": 4,
         *       "note_required": true,
         *       "required_fields": [
         *         "estimated_value"
         *       ]
         *     }
         */
        StatusCreate: {
            /**
             * @description What people read
             * @example Qualified
             */
            name: string;
            /**
             * @description Whether a lead in it is still open, won or lost
             * @enum {string}
             */
            kind: "open" | "won" | "lost";
            /** @description Place in the pipeline, smallest first */
            position?: number;
            /** @description New leads begin here; exactly one status of the organization is initial */
            initial?: boolean;
            /** @description Statuses that a lead may go to from here; null: any */
            allowed_next?: string[] | null;
            /** @description A move into it needs a note */
            note_required?: boolean;
            /**
             * @description Fields that a lead must have to move into it
             * @example [
             *       "estimated_value"
             *     ]
             */
            required_fields?: string[];
            /** @description An archived status is kept for the leads that have it, and refused for others */
            archived?: boolean;
        };
        /**
         * StatusPatch
         * @example {
         *       "name": "Site visit",
         *       "note_required": true
         *     }
         */
        StatusPatch: {
            /**
             * @description What people read
             * @example Qualified
             */
            name?: string;
            /**
             * @description Whether a lead in it is still open, won or lost
             * @enum {string}
             */
            kind?: "open" | "won" | "lost";
            /** @description Place in the pipeline, smallest first */
            position?: number;
            /** @description New leads begin here; exactly one status of the organization is initial */
            initial?: boolean;
            /** @description Statuses that a lead may go to from here; null: any */
            allowed_next?: string[] | null;
            /** @description A move into it needs a note */
            note_required?: boolean;
            /**
             * @description Fields that a lead must have to move into it
             * @example [
             *       "estimated_value"
             *     ]
             */
            required_fields?: string[];
            /** @description An archived status is kept for the leads that have it, and refused for others */
            archived?: boolean;
        };
        /** Source */
        Source: {
            /** @example src_01k5p3c6m8q2r4s6t8v0w2x4z6 */
            public_id: string;
            /**
             * @description Unique among the sources that are not archived
             * @example Website
             */
            name: string;
            /** @description An archived source is kept for the leads that have it, and refused for others */
            archived: boolean;
        };
        /**
         * SourceCreate
         * @example {
         *       "name": "Trade fair"
         *     }
         */
        SourceCreate: {
            /**
             * @description Unique among the sources that are not archived
             * @example Website
             */
            name: string;
            /** @description An archived source is kept for the leads that have it, and refused for others */
            archived?: boolean;
        };
        /**
         * SourcePatch
         * @example {
         *       "archived": true
         *     }
         */
        SourcePatch: {
            /**
             * @description Unique among the sources that are not archived
             * @example Website
             */
            name?: string;
            /** @description An archived source is kept for the leads that have it, and refused for others */
            archived?: boolean;
        };
        /** CustomField */
        CustomField: {
            /** @example fld_01k5p3c6m8q2r4s6t8v0w2x4z6 */
            public_id: string;
            /**
             * @description Name of the value in a lead’s `custom_fields`; unique, and fixed once made
             * @example product_interest
             */
            key: string;
            /**
             * @description What people read; the key unless set
             * @example Product interest
             */
            label: string;
            /**
             * @example select
             * @enum {string}
             */
            type: "text" | "number" | "boolean" | "date" | "select" | "multi_select";
            /** @description A lead cannot be created without it */
            required: boolean;
            /**
             * @description Allowed values of the select types; empty for the others
             * @example [
             *       "Term plan",
             *       "Health plan"
             *     ]
             */
            options: string[];
            /** @description An archived field is kept for the leads that have it, and refused for others */
            archived: boolean;
        };
        /**
         * CustomFieldCreate
         * @example {
         *       "key": "budget_range",
         *       "type": "select",
         *       "label": "Budget range",
         *       "options": [
         *         "Below 50 lakh",
         *         "50 lakh and more"
         *       ]
         *     }
         */
        CustomFieldCreate: {
            /**
             * @description Name of the value in a lead’s `custom_fields`; unique, and fixed once made
             * @example product_interest
             */
            key: string;
            /**
             * @example select
             * @enum {string}
             */
            type: "text" | "number" | "boolean" | "date" | "select" | "multi_select";
            /**
             * @description What people read; the key unless set
             * @example Product interest
             */
            label?: string;
            /** @description A lead cannot be created without it */
            required?: boolean;
            /**
             * @description Allowed values of the select types; empty for the others
             * @example [
             *       "Term plan",
             *       "Health plan"
             *     ]
             */
            options?: string[];
            /** @description An archived field is kept for the leads that have it, and refused for others */
            archived?: boolean;
        };
        /**
         * CustomFieldPatch
         * @example {
         *       "label": "Budget"
         *     }
         */
        CustomFieldPatch: {
            /**
             * @description What people read; the key unless set
             * @example Product interest
             */
            label?: string;
            /**
             * @example select
             * @enum {string}
             */
            type?: "text" | "number" | "boolean" | "date" | "select" | "multi_select";
            /** @description A lead cannot be created without it */
            required?: boolean;
            /**
             * @description Allowed values of the select types; empty for the others
             * @example [
             *       "Term plan",
             *       "Health plan"
             *     ]
             */
            options?: string[];
            /** @description An archived field is kept for the leads that have it, and refused for others */
            archived?: boolean;
        };
        /** DistributionRule */
        DistributionRule: {
            /** @example rule_01k5p3c6m8q2r4s6t8v0w2x4z6 */
            public_id: string;
            /**
             * @description What people call the rule
             * @example Term plans to Mumbai West
             */
            name: string;
            /** @description Rules are tried in this order; last unless set */
            position: number;
            /** @description Whether it assigns leads */
            active: boolean;
            /**
             * @description Conditions that must all hold; without any, always
             * @example {
             *       "all": [
             *         {
             *           "field": "estimated_value",
             *           "op": "gte",
             *           "value": 1000000
             *         }
             *       ]
             *     }
             */
            when: {
                all?: components["schemas"]["Condition"][];
            };
            /**
             * @description `round_robin`: by turns; `weighted`: by turns in proportion to the members’ weights; `least_open`: whoever has the fewest open leads; `fixed`: the first of the pool who can take it
             * @example round_robin
             * @enum {string}
             */
            strategy: "round_robin" | "weighted" | "least_open" | "fixed";
            /**
             * @description Who may get the lead: a `team` (its agents) or `memberships`, one of the two
             * @example {
             *       "team": "team_01k5p3c6m8q2r4s6t8v0w2x4z6"
             *     }
             */
            pool: {
                /**
                 * @description Its agents
                 * @example team_01k5p3c6m8q2r4s6t8v0w2x4z6
                 */
                team?: string;
                /** @description These members, in this order */
                memberships?: string[];
            };
            /** @description What the rule names that is no longer in use: archived sources and custom fields, inactive members, and custom fields whose type or options no longer fit */
            warnings: string[];
        };
        /** Condition */
        Condition: {
            /**
             * @description `source`, `estimated_value`, `email`, `phone`, `first_name`, `last_name` or `custom_fields.<key>`
             * @example estimated_value
             */
            field: string;
            /**
             * @example gte
             * @enum {string}
             */
            op: "eq" | "neq" | "in" | "not_in" | "gt" | "gte" | "lt" | "lte" | "contains" | "starts_with" | "present" | "absent";
            /**
             * @description Of the field’s type; a list for `in` and `not_in`; none for `present` and `absent`
             * @example 1000000
             */
            value?: unknown;
        };
        /** DistributionRuleCreate */
        DistributionRuleCreate: {
            /**
             * @description What people call the rule
             * @example Term plans to Mumbai West
             */
            name: string;
            /**
             * @description `round_robin`: by turns; `weighted`: by turns in proportion to the members’ weights; `least_open`: whoever has the fewest open leads; `fixed`: the first of the pool who can take it
             * @example round_robin
             * @enum {string}
             */
            strategy: "round_robin" | "weighted" | "least_open" | "fixed";
            /**
             * @description Who may get the lead: a `team` (its agents) or `memberships`, one of the two
             * @example {
             *       "team": "team_01k5p3c6m8q2r4s6t8v0w2x4z6"
             *     }
             */
            pool: {
                /**
                 * @description Its agents
                 * @example team_01k5p3c6m8q2r4s6t8v0w2x4z6
                 */
                team?: string;
                /** @description These members, in this order */
                memberships?: string[];
            };
            /** @description Rules are tried in this order; last unless set */
            position?: number;
            /** @description Whether it assigns leads */
            active?: boolean;
            /**
             * @description Conditions that must all hold; without any, always
             * @example {
             *       "all": [
             *         {
             *           "field": "estimated_value",
             *           "op": "gte",
             *           "value": 1000000
             *         }
             *       ]
             *     }
             */
            when?: {
                all?: components["schemas"]["Condition"][];
            };
        };
        /** DistributionRulePatch */
        DistributionRulePatch: {
            /**
             * @description What people call the rule
             * @example Term plans to Mumbai West
             */
            name?: string;
            /** @description Rules are tried in this order; last unless set */
            position?: number;
            /** @description Whether it assigns leads */
            active?: boolean;
            /**
             * @description Conditions that must all hold; without any, always
             * @example {
             *       "all": [
             *         {
             *           "field": "estimated_value",
             *           "op": "gte",
             *           "value": 1000000
             *         }
             *       ]
             *     }
             */
            when?: {
                all?: components["schemas"]["Condition"][];
            };
            /**
             * @description `round_robin`: by turns; `weighted`: by turns in proportion to the members’ weights; `least_open`: whoever has the fewest open leads; `fixed`: the first of the pool who can take it
             * @example round_robin
             * @enum {string}
             */
            strategy?: "round_robin" | "weighted" | "least_open" | "fixed";
            /**
             * @description Who may get the lead: a `team` (its agents) or `memberships`, one of the two
             * @example {
             *       "team": "team_01k5p3c6m8q2r4s6t8v0w2x4z6"
             *     }
             */
            pool?: {
                /**
                 * @description Its agents
                 * @example team_01k5p3c6m8q2r4s6t8v0w2x4z6
                 */
                team?: string;
                /** @description These members, in this order */
                memberships?: string[];
            };
        };
        /**
         * Simulation
         * @description Either one `lead`, or a `filter` for leads that are there already
         * @example {
         *       "lead": {
         *         "first_name": "Asha",
         *         "estimated_value": 1500000
         *       }
         *     }
         */
        Simulation: {
            lead?: components["schemas"]["LeadCreate"];
            filter?: {
                /**
                 * @description Leads created in this range are replayed; as in the list of leads
                 * @example last_7_days
                 */
                created_at: string;
            };
            /** @description Rules to try out instead of those in force, in the order of `position`, then of the list */
            rules?: components["schemas"]["DraftRule"][];
        };
        /** DraftRule */
        DraftRule: {
            /**
             * @description What people call the rule
             * @example Term plans to Mumbai West
             */
            name?: string;
            /**
             * @description `round_robin`: by turns; `weighted`: by turns in proportion to the members’ weights; `least_open`: whoever has the fewest open leads; `fixed`: the first of the pool who can take it
             * @example round_robin
             * @enum {string}
             */
            strategy: "round_robin" | "weighted" | "least_open" | "fixed";
            /**
             * @description Who may get the lead: a `team` (its agents) or `memberships`, one of the two
             * @example {
             *       "team": "team_01k5p3c6m8q2r4s6t8v0w2x4z6"
             *     }
             */
            pool: {
                /**
                 * @description Its agents
                 * @example team_01k5p3c6m8q2r4s6t8v0w2x4z6
                 */
                team?: string;
                /** @description These members, in this order */
                memberships?: string[];
            };
            /** @description Rules are tried in this order; last unless set */
            position?: number;
            /** @description Whether it assigns leads */
            active?: boolean;
            /**
             * @description Conditions that must all hold; without any, always
             * @example {
             *       "all": [
             *         {
             *           "field": "estimated_value",
             *           "op": "gte",
             *           "value": 1000000
             *         }
             *       ]
             *     }
             */
            when?: {
                all?: components["schemas"]["Condition"][];
            };
        };
        /** SimulatedAssignment */
        SimulatedAssignment: {
            owner: components["schemas"]["MembershipReference"] | null;
            rule: {
                /**
                 * @description Null: a draft
                 * @example rule_01k5p3c6m8q2r4s6t8v0w2x4z6
                 */
                public_id: string | null;
                /** @example Term plans to Mumbai West */
                name: string;
            } | null;
            /**
             * @description Null: nobody could take the lead, or its owner was changed by hand
             * @enum {string|null}
             */
            strategy: "round_robin" | "weighted" | "least_open" | "fixed" | null;
            /** @description Who was considered, with what became of it: `chosen`, `not_in_turn` (could have taken it), or why it could not; the first 500, the chosen one always among them */
            candidates: components["schemas"]["Candidate"][];
            /** @description Candidates that are not listed */
            more_candidates: number;
        };
        /** Replay */
        Replay: {
            /** @description Leads of the range that the token may see */
            leads: number;
            members: components["schemas"]["ReplayedMember"][];
            unassigned: {
                /** @description Leads without an owner now */
                actual: number;
                /** @description Leads nobody could have taken */
                simulated: number;
            };
        };
        /** ReplayedMember */
        ReplayedMember: {
            membership: components["schemas"]["MembershipReference"];
            /** @description Leads of the range that it owns now */
            actual: number;
            /** @description Leads that it would have got */
            simulated: number;
        };
        /** Scoring */
        Scoring: {
            /**
             * @description Counted on with every change of the model
             * @example 2
             */
            version: number;
            bands: components["schemas"]["ScoreBands"];
            rules: components["schemas"]["ScoringRule"][];
            signals: components["schemas"]["Signal"][];
            /** @description What rules name that has been archived, or no longer fits a changed custom field */
            warnings: string[];
            rescoring: components["schemas"]["Rescoring"] | null;
        };
        /** ScoringRule */
        ScoringRule: {
            /**
             * @description Shown in explanations
             * @example Is worth ten lakh or more
             */
            name: string;
            /**
             * @description Added where the conditions hold
             * @example 15
             */
            points: number;
            /**
             * @description Conditions that must all hold; without any, always
             * @example {
             *       "all": [
             *         {
             *           "field": "estimated_value",
             *           "op": "gte",
             *           "value": 1000000
             *         }
             *       ]
             *     }
             */
            when: {
                all?: components["schemas"]["Condition"][];
            };
        };
        /** Signal */
        Signal: {
            /**
             * @description Kind of activity; each once
             * @example meeting
             * @enum {string}
             */
            activity: "call" | "email" | "meeting" | "whatsapp" | "sms" | "visit" | "other" | "created" | "reenquiry" | "moved" | "assigned" | "updated";
            /**
             * @description Of one activity, when it happens
             * @example 15
             */
            points: number;
            /**
             * @description After so many days an activity counts half; null: it does not fade
             * @example 30
             */
            half_life_days: number | null;
            /**
             * @description Most points, up or down, of all activities of this kind together; null: no bound
             * @example 30
             */
            cap: number | null;
        };
        /**
         * Rescoring
         * @description How far leads have been scored with the model. Null until the model has been replaced, and for callers who do not see all leads of the organization
         */
        Rescoring: {
            /** @description Of the model that leads are being scored with */
            version: number;
            /** @description How many there are; null until they have been counted */
            leads: number | null;
            /** @description How many of them are done */
            rescored: number;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            started_at: string;
            /**
             * Format: date-time
             * @description Null while it goes on
             * @example 2026-01-31T09:30:00.000Z
             */
            finished_at: string | null;
        };
        /** ScoringReplacement */
        ScoringReplacement: {
            bands?: components["schemas"]["ScoreBands"];
            rules?: components["schemas"]["ScoringRuleInput"][];
            signals?: components["schemas"]["SignalInput"][];
        };
        /** ScoringRuleInput */
        ScoringRuleInput: {
            /**
             * @description Shown in explanations
             * @example Is worth ten lakh or more
             */
            name: string;
            /**
             * @description Added where the conditions hold
             * @example 15
             */
            points: number;
            /**
             * @description Conditions that must all hold; without any, always
             * @example {
             *       "all": [
             *         {
             *           "field": "estimated_value",
             *           "op": "gte",
             *           "value": 1000000
             *         }
             *       ]
             *     }
             */
            when?: {
                all?: components["schemas"]["Condition"][];
            };
        };
        /** SignalInput */
        SignalInput: {
            /**
             * @description Kind of activity; each once
             * @example meeting
             * @enum {string}
             */
            activity: "call" | "email" | "meeting" | "whatsapp" | "sms" | "visit" | "other" | "created" | "reenquiry" | "moved" | "assigned" | "updated";
            /**
             * @description Of one activity, when it happens
             * @example 15
             */
            points: number;
            /**
             * @description After so many days an activity counts half; null: it does not fade
             * @example 30
             */
            half_life_days?: number | null;
            /**
             * @description Most points, up or down, of all activities of this kind together; null: no bound
             * @example 30
             */
            cap?: number | null;
        };
        /** ScoringSimulation */
        ScoringSimulation: {
            /** @description Open leads that the token may see */
            leads: number;
            /** @description How many of them were scored with both models; all other figures count these. Fewer than `leads` where there are many: a random sample */
            sampled: number;
            bands: components["schemas"]["SimulatedBand"][];
            /** @description Leads that would change their band; empty: none would */
            changes: components["schemas"]["SimulatedBandChange"][];
        };
        /** SimulatedBand */
        SimulatedBand: {
            /**
             * @description From hot to cold
             * @example hot
             * @enum {string}
             */
            band: "hot" | "warm" | "cold";
            /** @description Leads in this band now */
            actual: number;
            /** @description Leads that would be in this band */
            simulated: number;
        };
        /** SimulatedBandChange */
        SimulatedBandChange: {
            /**
             * @description Where the leads are now
             * @example hot
             * @enum {string}
             */
            from: "hot" | "warm" | "cold";
            /**
             * @description Where they would be
             * @example hot
             * @enum {string}
             */
            to: "hot" | "warm" | "cold";
            /** @description How many */
            leads: number;
        };
        /** LeadCount */
        LeadCount: {
            group: {
                /** @description Of the status, member, team or source */
                public_id?: string;
                /** @example Qualified */
                name: string;
            } | null;
            /** @description Leads */
            count: number;
            /** @description Estimated values of these leads, summed */
            estimated_value: number;
        };
        /** Funnel */
        Funnel: {
            /** @description The open statuses in order, then won */
            stages: components["schemas"]["FunnelStage"][];
            /** @description Leads that are won */
            won: number;
            /** @description Leads that are lost */
            lost: number;
            /** @description Leads that are neither */
            open: number;
            links: {
                /** @description The won leads */
                won: string;
                /** @description The lost leads */
                lost: string;
                /** @description The open leads */
                open: string;
            };
        };
        /** FunnelStage */
        FunnelStage: {
            status: components["schemas"]["StatusReference"];
            /** @description Leads with a recorded entry into this stage */
            entered: number;
            /** @description Leads with a recorded entry into this stage or a later one */
            reached: number;
            /** @description Of the cohort: reached by its size */
            share: number | null;
            /** @description Reached of the next stage by reached of this one */
            step_conversion: number | null;
            /** @description Leads that came no further than here and are lost */
            lost: number;
            /** @description Leads that came no further than here and are not lost */
            open: number;
            /** @description Estimated values of the leads that reached it, summed */
            value: number;
            links: {
                /** @description The leads that reached it */
                leads: string;
                /** @description The leads that entered it */
                entered: string;
                /** @description The leads that were lost here */
                lost: string;
                /** @description The leads that are open here */
                open: string;
            };
        };
        /** ReportMeta */
        ReportMeta: {
            /** @description What the figures mean */
            definition: string;
            /** @description Leads in the cohort */
            cohort_size: number;
            /**
             * Format: date-time
             * @description Leads created from here on; null: from the first
             * @example 2026-01-31T09:30:00.000Z
             */
            from: string | null;
            /**
             * Format: date-time
             * @description Leads created before; null: up to the last
             * @example 2026-01-31T09:30:00.000Z
             */
            to: string | null;
            /**
             * Format: date-time
             * @description The moment the report looks back from
             * @example 2026-01-31T09:30:00.000Z
             */
            as_of: string;
            /** @description Leads whose status is not that of their last recorded transition: it was changed by PATCH */
            unrecorded_changes: number;
        };
        /** Velocity */
        Velocity: {
            stages: components["schemas"]["StageVelocity"][];
            cycle: {
                won: components["schemas"]["Cycle"];
                lost: components["schemas"]["Cycle"];
            };
            sales_velocity: components["schemas"]["SalesVelocity"];
        };
        /** StageVelocity */
        StageVelocity: {
            status: components["schemas"]["StatusReference"];
            finished: {
                /** @description Visits that ended; a lead that comes back makes another visit */
                count: number;
                /** @description Seconds */
                mean: number | null;
                /** @description Seconds */
                median: number | null;
                /** @description Seconds */
                p75: number | null;
                /** @description Seconds */
                p90: number | null;
            };
            unfinished: {
                /** @description Visits that go on */
                count: number;
                /** @description Seconds */
                median_age: number | null;
            };
            links: {
                /** @description Leads with a finished visit */
                finished: string;
                /** @description Leads that are there */
                unfinished: string;
            };
        };
        /** Cycle */
        Cycle: {
            /** @description Leads */
            count: number;
            /** @description Seconds since creation */
            median: number | null;
            /** @description Seconds since creation */
            p90: number | null;
            links: {
                /** @description These leads */
                leads: string;
            };
        };
        /** SalesVelocity */
        SalesVelocity: {
            /** @description open × win_rate × mean_won_value ÷ mean_cycle_days, in the organization’s currency */
            per_day: number | null;
            /** @description Leads that are neither won nor lost */
            open: number;
            /** @description Won by won and lost */
            win_rate: number | null;
            /** @description A won lead without a value counts as 0 */
            mean_won_value: number | null;
            /** @description From creation to the win */
            mean_cycle_days: number | null;
        };
        /** Conversion */
        Conversion: {
            groups: components["schemas"]["ConversionGroup"][];
            total: components["schemas"]["ConversionTotal"];
        };
        /** ConversionGroup */
        ConversionGroup: {
            group: {
                /** @description Of the source, member, team or status */
                public_id?: string;
                /** @example Website */
                name: string;
            };
            /** @description Leads */
            leads: number;
            /** @description Of these, won */
            won: number;
            /** @description Of these, lost */
            lost: number;
            /** @description Of these, neither */
            open: number;
            /** @description Won by leads */
            conversion: number | null;
            /** @description Won by won and lost */
            win_rate: number | null;
            /** @description Estimated values of the won leads, summed */
            won_value: number;
            /** @description Days from creation to the win */
            median_days_to_win: number | null;
            links: {
                /** @description These leads */
                leads: string;
                /** @description The won ones */
                won: string;
                /** @description The lost ones */
                lost: string;
                /** @description The open ones */
                open: string;
            };
        };
        /** ConversionTotal */
        ConversionTotal: {
            /** @description Leads */
            leads: number;
            /** @description Of these, won */
            won: number;
            /** @description Of these, lost */
            lost: number;
            /** @description Of these, neither */
            open: number;
            /** @description Won by leads */
            conversion: number | null;
            /** @description Won by won and lost */
            win_rate: number | null;
            /** @description Estimated values of the won leads, summed */
            won_value: number;
            /** @description Days from creation to the win */
            median_days_to_win: number | null;
            links: {
                /** @description These leads */
                leads: string;
                /** @description The won ones */
                won: string;
                /** @description The lost ones */
                lost: string;
                /** @description The open ones */
                open: string;
            };
        };
        /** DistributionReport */
        DistributionReport: {
            rules: components["schemas"]["DistributedByRule"][];
        };
        /**
         * DistributedByRule
         * @description Without a rule: any agent, by turns
         */
        DistributedByRule: {
            rule: components["schemas"]["DistributionRuleReference"] | null;
            /**
             * @description As it is now; leads of the range may have been assigned by another
             * @enum {string}
             */
            strategy: "round_robin" | "weighted" | "least_open" | "fixed";
            /** @description Leads that the rule assigned */
            turns: number;
            /** @description Of these, leads assigned by `round_robin` or `weighted`, which know shares */
            turns_with_shares: number;
            members: components["schemas"]["DistributionShare"][];
        };
        /** DistributionShare */
        DistributionShare: {
            membership: components["schemas"]["MembershipReference"];
            /** @description Leads that it got */
            turns: number;
            /** @description Its share by weight among those who could take a lead, over the turns with shares; null where there is none, or where more than 500 were considered */
            expected_share: number | null;
            /** @description Its share of what the rule assigned */
            actual_share: number | null;
            caps_hit: {
                /** @description Leads that it did not get because of its open cap */
                open_cap: number;
                /** @description Leads that it did not get because of its daily cap */
                daily_cap: number;
            };
        };
        /** View */
        View: {
            /** @example view_01k5p3c6m8q2r4s6t8v0w2x4z6 */
            public_id: string;
            /**
             * @description What people read
             * @example Hot leads of Pune
             */
            name: string;
            filters: components["schemas"]["LeadFilters"];
            /**
             * @description As in the list of leads; `-created_at` unless set
             * @enum {string}
             */
            sort: "-created_at" | "score" | "-score" | "-last_activity_at";
            /**
             * @description Fields of a lead, named as the columns of an export, custom ones `custom_fields.<key>`; empty: whoever shows the view decides
             * @example [
             *       "first_name",
             *       "phone",
             *       "status",
             *       "score"
             *     ]
             */
            columns: string[];
            /** @description Whether all members see it; false unless set. Its owner and admins can change it */
            shared: boolean;
            owner: components["schemas"]["MembershipReference"];
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
        };
        /**
         * LeadFilters
         * @description Names and values as in the list’s `filter[…]`, those of custom fields as `custom_fields.<key>`; at most 16 KiB as JSON
         */
        LeadFilters: {
            /**
             * @description Words that all must be found: each begins a word of the name, the email or its domain, or, with three digits and more, is part of the phone number. Case and accents do not matter
             * @example asha 98765
             */
            search?: string;
            /**
             * @description The phone number, however it is written
             * @example 98765 43210
             */
            phone?: string;
            /**
             * @description The email address, in any case
             * @example asha@example.in
             */
            email?: string;
            /** @description Status public id, or several separated by commas */
            status?: string;
            /**
             * @description Leads in statuses of this kind
             * @enum {string}
             */
            kind?: "open" | "won" | "lost";
            /** @description Membership public id, or several separated by commas; `none` for leads that nobody owns */
            owner?: string;
            /** @description Team public id, or several separated by commas */
            team?: string;
            /** @description Source public id, or several separated by commas */
            source?: string;
            /**
             * @description `A..B`, `A..`, `..B` (both ends included; dates are days in the organization’s time zone), a date, or `today`, `yesterday`, `this_week`, `last_week`, `this_month`, `last_month`, `this_quarter`, `this_year`, `last_N_days` (N up to 366)
             * @example last_30_days
             */
            created_at?: string;
            /**
             * @description When the lead was last changed; written as `filter[created_at]`
             * @example last_30_days
             */
            updated_at?: string;
            /**
             * @description When it had its last activity; written as `filter[created_at]`
             * @example last_30_days
             */
            last_activity_at?: string;
            /**
             * @description `A..B`, `A..`, `..B`, both ends included, or one value
             * @example 100000..
             */
            estimated_value?: string;
            /** @enum {string} */
            score_band?: "hot" | "warm" | "cold";
        } & {
            [key: string]: string;
        };
        /**
         * ViewCreate
         * @example {
         *       "name": "Hot leads of this month",
         *       "filters": {
         *         "score_band": "hot",
         *         "created_at": "this_month"
         *       },
         *       "sort": "-last_activity_at",
         *       "columns": [
         *         "first_name",
         *         "phone",
         *         "status",
         *         "score"
         *       ],
         *       "shared": false
         *     }
         */
        ViewCreate: {
            /**
             * @description What people read
             * @example Hot leads of Pune
             */
            name: string;
            filters?: components["schemas"]["LeadFilters"];
            /**
             * @description As in the list of leads; `-created_at` unless set
             * @enum {string}
             */
            sort?: "-created_at" | "score" | "-score" | "-last_activity_at";
            /**
             * @description Fields of a lead, named as the columns of an export, custom ones `custom_fields.<key>`; empty: whoever shows the view decides
             * @example [
             *       "first_name",
             *       "phone",
             *       "status",
             *       "score"
             *     ]
             */
            columns?: string[];
            /** @description Whether all members see it; false unless set. Its owner and admins can change it */
            shared?: boolean;
        };
        /**
         * ViewPatch
         * @example {
         *       "filters": {
         *         "kind": "open"
         *       },
         *       "shared": true
         *     }
         */
        ViewPatch: {
            /**
             * @description What people read
             * @example Hot leads of Pune
             */
            name?: string;
            filters?: components["schemas"]["LeadFilters"];
            /**
             * @description As in the list of leads; `-created_at` unless set
             * @enum {string}
             */
            sort?: "-created_at" | "score" | "-score" | "-last_activity_at";
            /**
             * @description Fields of a lead, named as the columns of an export, custom ones `custom_fields.<key>`; empty: whoever shows the view decides
             * @example [
             *       "first_name",
             *       "phone",
             *       "status",
             *       "score"
             *     ]
             */
            columns?: string[];
            /** @description Whether all members see it; false unless set. Its owner and admins can change it */
            shared?: boolean;
        };
        /**
         * BulkRequest
         * @example {
         *       "filter": {
         *         "kind": "open",
         *         "owner": "none",
         *         "created_at": "last_30_days"
         *       },
         *       "change": {
         *         "status": "sts_01k5p3c6m8q2r4s6t8v0w2x4z6",
         *         "note": "Asked for a call next week"
         *       }
         *     }
         */
        BulkRequest: {
            /** @description These leads */
            ids?: string[];
            filter?: components["schemas"]["LeadFilters"];
            change: components["schemas"]["BulkChange"];
        };
        /** BulkChange */
        BulkChange: {
            /**
             * @description Gives the leads to this member, by `leads:assign`; null takes the owner away
             * @example mem_01k5p3c6m8q2r4s6t8v0w2x4z6
             */
            owner?: string | null;
            /**
             * @description Moves the leads there, by `leads:move`, and records the transitions
             * @example sts_01k5p3c6m8q2r4s6t8v0w2x4z6
             */
            status?: string;
            /**
             * @description With `status`, the note of the moves, up to 2,000 characters; else a note on each timeline
             * @example Asked for a call next week
             */
            note?: string;
        };
        /** Job */
        Job: {
            /** @example job_01k5p3c6m8q2r4s6t8v0w2x4z6 */
            public_id: string;
            /**
             * @description `queued` until its turn, `running`; then `done`, or `stopped` by somebody or for a `reason`
             * @enum {string}
             */
            state: "queued" | "running" | "done" | "stopped";
            /** @description Why the service stopped it; null where it did not */
            reason: string | null;
            change: components["schemas"]["JobChange"];
            filter: components["schemas"]["LeadFilters"] | null;
            /**
             * @description Leads that it is about
             * @example 0
             */
            total: number;
            /**
             * @description Leads that it has come to: changed, unchanged and failed ones together
             * @example 0
             */
            processed: number;
            /**
             * @description Leads that were changed
             * @example 0
             */
            changed: number;
            /**
             * @description Leads that were as asked for already
             * @example 0
             */
            unchanged: number;
            /**
             * @description Leads that could not be changed
             * @example 0
             */
            failed: number;
            /** @description The first 100 of those, each with what a call for this lead alone would have been answered */
            failures: components["schemas"]["JobFailure"][];
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the first lead was processed
             * @example 2026-01-31T09:30:00.000Z
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            finished_at: string | null;
            actor: components["schemas"]["Actor"];
        };
        /**
         * JobChange
         * @description Without the `note`, which is on the timelines of the leads and not kept with the job
         */
        JobChange: {
            /**
             * @description Gives the leads to this member, by `leads:assign`; null takes the owner away
             * @example mem_01k5p3c6m8q2r4s6t8v0w2x4z6
             */
            owner?: string | null;
            /**
             * @description Moves the leads there, by `leads:move`, and records the transitions
             * @example sts_01k5p3c6m8q2r4s6t8v0w2x4z6
             */
            status?: string;
        };
        /** JobFailure */
        JobFailure: {
            /** @example lead_01k5p3c6m8q2r4s6t8v0w2x4z6 */
            lead: string;
            problem: components["schemas"]["Problem"];
        };
        /** Import */
        Import: {
            /** @example imp_01k5p3c6m8q2r4s6t8v0w2x4z6 */
            public_id: string;
            /** @example Leads of March.csv */
            name: string;
            /**
             * @description `receiving` while the file comes in, `queued` until its turn, `running`; then `done`, `cancelled`, or `failed` where the file did not come in whole
             * @enum {string}
             */
            state: "receiving" | "queued" | "running" | "done" | "cancelled" | "failed";
            /** @description Nothing is written: the counters say what would happen */
            dry_run: boolean;
            /** @enum {string} */
            on_duplicate: "skip" | "fill";
            /**
             * @description Rows that came in, without the header line and blank lines
             * @example 0
             */
            rows: number;
            /**
             * @description Rows that were processed: created, duplicates and failed ones together
             * @example 0
             */
            processed: number;
            /**
             * @description Rows that made a lead
             * @example 0
             */
            created: number;
            /**
             * @description Rows whose phone or email a lead had already, those that filled something in included
             * @example 0
             */
            duplicates: number;
            /**
             * @description Duplicates that put values into empty fields
             * @example 0
             */
            filled: number;
            /**
             * @description Rows that were refused
             * @example 0
             */
            failed: number;
            /**
             * Format: date-time
             * @description When the file began to come in
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the first row was processed
             * @example 2026-01-31T09:30:00.000Z
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            finished_at: string | null;
            actor: components["schemas"]["Actor"];
            links: {
                /** @description Where the refused rows are, as CSV; null where there are none, or 30 days are over */
                failures: string | null;
            };
        };
        /** Form */
        Form: {
            /** @example form_01k5p3c6m8q2r4s6t8v0w2x4z6 */
            public_id: string;
            /**
             * @description What people read, visitors too: the heading of the hosted page
             * @example Website enquiry
             */
            name: string;
            source: components["schemas"]["SourceReference"] | null;
            fields: components["schemas"]["FormField"][];
            allowed_origins: string[];
            /** @description A form that is not active answers as if it did not exist */
            active: boolean;
            /** @example Thank you. We have received your details and will be in touch soon. */
            success_message: string;
            /**
             * @description Address of the hosted page
             * @example https://leads.example.in/f/form_01k5p3c6m8q2r4s6t8v0w2x4z6
             */
            url: string;
            /**
             * @description The line that puts the form into another page, whose origin must be allowed
             * @example <script src="https://leads.example.in/f/form_01k5p3c6m8q2r4s6t8v0w2x4z6/embed.js" async></script>
             */
            embed: string;
            /**
             * @description What has changed around the form since it was saved, and keeps it from working as meant
             * @example []
             */
            warnings: string[];
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
        };
        /** FormField */
        FormField: {
            /**
             * @description `first_name`, `last_name`, `phone`, `email`, `estimated_value` or `custom_fields.<key>`
             * @example phone
             */
            field: string;
            /** @description What visitors read; null: a label in their language */
            label: string | null;
            /** @description A submission without it is refused */
            required: boolean;
        };
        /** FormCreate */
        FormCreate: {
            /**
             * @description What people read, visitors too: the heading of the hosted page
             * @example Website enquiry
             */
            name: string;
            /**
             * @description What visitors are asked, in this order; each field once, and a phone or an email among them
             * @example [
             *       {
             *         "field": "first_name",
             *         "label": "Your name"
             *       },
             *       {
             *         "field": "phone",
             *         "required": true
             *       }
             *     ]
             */
            fields: components["schemas"]["FormFieldInput"][];
            /**
             * @description Source of the leads that come in through the form
             * @example src_01k5p3c6m8q2r4s6t8v0w2x4z6
             */
            source?: string | null;
            /**
             * @description Other sites whose pages may send to the form and embed it: scheme, host and port; none: only our own pages
             * @example [
             *       "https://www.example.in"
             *     ]
             */
            allowed_origins?: string[];
            /** @description A form that is not active answers as if it did not exist */
            active?: boolean;
            /** @description What visitors read when it is sent; null: a default one, in their language */
            success_message?: string | null;
        };
        /** FormFieldInput */
        FormFieldInput: {
            /**
             * @description `first_name`, `last_name`, `phone`, `email`, `estimated_value` or `custom_fields.<key>`
             * @example phone
             */
            field: string;
            /** @description What visitors read; null: a label in their language */
            label?: string | null;
            /** @description A submission without it is refused */
            required?: boolean;
        };
        /** FormPatch */
        FormPatch: {
            /**
             * @description What people read, visitors too: the heading of the hosted page
             * @example Website enquiry
             */
            name?: string;
            /**
             * @description What visitors are asked, in this order; each field once, and a phone or an email among them
             * @example [
             *       {
             *         "field": "first_name",
             *         "label": "Your name"
             *       },
             *       {
             *         "field": "phone",
             *         "required": true
             *       }
             *     ]
             */
            fields?: components["schemas"]["FormFieldInput"][];
            /**
             * @description Source of the leads that come in through the form
             * @example src_01k5p3c6m8q2r4s6t8v0w2x4z6
             */
            source?: string | null;
            /**
             * @description Other sites whose pages may send to the form and embed it: scheme, host and port; none: only our own pages
             * @example [
             *       "https://www.example.in"
             *     ]
             */
            allowed_origins?: string[];
            /** @description A form that is not active answers as if it did not exist */
            active?: boolean;
            /** @description What visitors read when it is sent; null: a default one, in their language */
            success_message?: string | null;
        };
        /**
         * Submission
         * @description The fields that the form asks for, as in creating a lead
         * @example {
         *       "first_name": "Asha",
         *       "phone": "+91 98765-43210"
         *     }
         */
        Submission: {
            /** @example Asha */
            first_name?: string | null;
            /** @example Rao */
            last_name?: string | null;
            /**
             * @description An Indian mobile number, however people type it; kept as +91 and ten digits. Finds duplicates.
             * @example +91 98765-43210
             */
            phone?: string | null;
            /**
             * Format: email
             * @description Finds duplicates, without regard to case
             * @example asha@example.in
             */
            email?: string | null;
            /**
             * @description In the organization’s currency; two decimals at most
             * @example 250000
             */
            estimated_value?: number | null;
            /**
             * @description By the keys of the organization’s custom fields
             * @example {
             *       "product_interest": "Term plan"
             *     }
             */
            custom_fields?: {
                [key: string]: unknown;
            };
            /** @description From the hosted page: when it was opened. Own pages and servers leave it out */
            started?: string;
            /**
             * @description A trap for robots, which people never see: leave it out, or empty
             * @example
             */
            homepage_url?: string;
        };
        /** Received */
        Received: {
            /** @example true */
            received: boolean;
        };
        /** Event */
        Event: {
            /**
             * @description Stays the same however often the event is read or delivered
             * @example evt_01k5p3c6m8q2r4s6t8v0w2x4z6
             */
            public_id: string;
            /** @enum {string} */
            type: "lead.created" | "lead.updated" | "lead.moved" | "lead.assigned" | "lead.reenquired" | "lead.note_added" | "lead.activity_added" | "lead.erased";
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            occurred_at: string;
            actor: components["schemas"]["Actor"];
            /** @description The lead as it is now; null once it is erased. Without `leads:read`, only its public id */
            lead: components["schemas"]["Lead"] | components["schemas"]["LeadId"] | null;
            changes: components["schemas"]["EventChange"][];
            /** @description The stage transition that was recorded with it */
            transition: components["schemas"]["Transition"] | null;
            request_id: string | null;
        };
        /** LeadId */
        LeadId: {
            /** @example lead_01k5p3c6m8q2r4s6t8v0w2x4z6 */
            public_id: string;
        };
        /**
         * EventChange
         * @description Without `leads:read`, only which field changed
         */
        EventChange: {
            /** @example phone */
            field: string;
            from?: unknown;
            to?: unknown;
        };
        /** Webhook */
        Webhook: {
            /** @example whk_01k5p3c6m8q2r4s6t8v0w2x4z6 */
            public_id: string;
            /**
             * @description Where deliveries go: `https`, at a public address, without a user name or password. Redirects are not followed
             * @example https://example.in/leadline
             */
            url: string;
            /**
             * @description Whether events hold the lead and the values of changes. False: only the public id of the lead and the fields that changed, because the token that set `url` lacked `leads:read` or `events:read`
             * @example true
             */
            sends_leads: boolean;
            /**
             * @description Types of events to send, or only `*` for all of them, also those to come
             * @example [
             *       "lead.created",
             *       "lead.moved"
             *     ]
             */
            events: ("lead.created" | "lead.updated" | "lead.moved" | "lead.assigned" | "lead.reenquired" | "lead.note_added" | "lead.activity_added" | "lead.erased" | "*")[];
            /** @description Nothing is sent while it is false; made true again, it goes on where it stopped, as far as events are kept */
            active: boolean;
            /**
             * @description For people
             * @example Sends new leads to the dialler
             */
            description: string | null;
            /**
             * Format: date-time
             * @description The first failure since the last success; null: the last attempt succeeded
             * @example 2026-01-31T09:30:00.000Z
             */
            failing_since: string | null;
            /**
             * @description Why the service itself set `active` to false
             * @example The receiver answered 410 Gone.
             */
            disabled_reason: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
        };
        /** WebhookCreate */
        WebhookCreate: {
            /**
             * @description Where deliveries go: `https`, at a public address, without a user name or password. Redirects are not followed
             * @example https://example.in/leadline
             */
            url: string;
            /**
             * @description Types of events to send, or only `*` for all of them, also those to come
             * @example [
             *       "lead.created",
             *       "lead.moved"
             *     ]
             */
            events: ("lead.created" | "lead.updated" | "lead.moved" | "lead.assigned" | "lead.reenquired" | "lead.note_added" | "lead.activity_added" | "lead.erased" | "*")[];
            /** @description Nothing is sent while it is false; made true again, it goes on where it stopped, as far as events are kept */
            active?: boolean;
            /**
             * @description For people
             * @example Sends new leads to the dialler
             */
            description?: string | null;
        };
        /** WebhookWithSecret */
        WebhookWithSecret: {
            /** @example whk_01k5p3c6m8q2r4s6t8v0w2x4z6 */
            public_id: string;
            /**
             * @description Where deliveries go: `https`, at a public address, without a user name or password. Redirects are not followed
             * @example https://example.in/leadline
             */
            url: string;
            /**
             * @description Whether events hold the lead and the values of changes. False: only the public id of the lead and the fields that changed, because the token that set `url` lacked `leads:read` or `events:read`
             * @example true
             */
            sends_leads: boolean;
            /**
             * @description Types of events to send, or only `*` for all of them, also those to come
             * @example [
             *       "lead.created",
             *       "lead.moved"
             *     ]
             */
            events: ("lead.created" | "lead.updated" | "lead.moved" | "lead.assigned" | "lead.reenquired" | "lead.note_added" | "lead.activity_added" | "lead.erased" | "*")[];
            /** @description Nothing is sent while it is false; made true again, it goes on where it stopped, as far as events are kept */
            active: boolean;
            /**
             * @description For people
             * @example Sends new leads to the dialler
             */
            description: string | null;
            /**
             * Format: date-time
             * @description The first failure since the last success; null: the last attempt succeeded
             * @example 2026-01-31T09:30:00.000Z
             */
            failing_since: string | null;
            /**
             * @description Why the service itself set `active` to false
             * @example The receiver answered 410 Gone.
             */
            disabled_reason: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description Signs the deliveries, as Standard Webhooks has it. It is shown this once
             * @example whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD+Rm1FvUC0Xs=
             */
            secret: string;
        };
        /** WebhookPatch */
        WebhookPatch: {
            /**
             * @description Where deliveries go: `https`, at a public address, without a user name or password. Redirects are not followed
             * @example https://example.in/leadline
             */
            url?: string;
            /**
             * @description Types of events to send, or only `*` for all of them, also those to come
             * @example [
             *       "lead.created",
             *       "lead.moved"
             *     ]
             */
            events?: ("lead.created" | "lead.updated" | "lead.moved" | "lead.assigned" | "lead.reenquired" | "lead.note_added" | "lead.activity_added" | "lead.erased" | "*")[];
            /** @description Nothing is sent while it is false; made true again, it goes on where it stopped, as far as events are kept */
            active?: boolean;
            /**
             * @description For people
             * @example Sends new leads to the dialler
             */
            description?: string | null;
        };
        /** WebhookTestResult */
        WebhookTestResult: {
            event: {
                /** @example evt_01k5p3c6m8q2r4s6t8v0w2x4z6 */
                public_id: string;
                /** @enum {string} */
                type: "webhook.test";
            };
            /**
             * @description Of the receiver’s answer; null: there was none
             * @example 204
             */
            status: number | null;
            /** @example 87 */
            duration_ms: number;
            /** @description Why it failed, where the status does not say it */
            error: string | null;
        };
        /** WebhookReplay */
        WebhookReplay: {
            /**
             * Format: date-time
             * @description Events since then are sent again, as far as they are kept
             * @example 2026-01-31T09:30:00.000Z
             */
            from: string;
        };
        /** WebhookDelivery */
        WebhookDelivery: {
            /** @example dlv_01k5p3c6m8q2r4s6t8v0w2x4z6 */
            public_id: string;
            event: {
                /** @example evt_01k5p3c6m8q2r4s6t8v0w2x4z6 */
                public_id: string;
                /** @enum {string} */
                type: "lead.created" | "lead.updated" | "lead.moved" | "lead.assigned" | "lead.reenquired" | "lead.note_added" | "lead.activity_added" | "lead.erased";
            };
            /** @description The lead that it is about; null once that is erased */
            lead: components["schemas"]["LeadId"] | null;
            /** @enum {string} */
            status: "pending" | "succeeded" | "failed";
            /** @description The latest 12, oldest first */
            attempts: components["schemas"]["WebhookAttempt"][];
            /**
             * Format: date-time
             * @description Null where it is over
             * @example 2026-01-31T09:30:00.000Z
             */
            next_attempt_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
        };
        /** WebhookAttempt */
        WebhookAttempt: {
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            at: string;
            /**
             * @description Of the receiver’s answer; null: there was none
             * @example 204
             */
            status: number | null;
            /** @example 87 */
            duration_ms: number;
            /** @description Why it failed, where the status does not say it */
            error: string | null;
        };
    };
    responses: {
        /** @description Malformed request. The request is not valid HTTP, its body is not valid JSON, or its text is not valid UTF-8. */
        MalformedRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Not authenticated. The token is missing, malformed, expired or revoked, or the membership it belongs to is not active. */
        Unauthenticated: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Not allowed. The token is valid, but does not carry the ability that this operation needs. It never depends on a record. For a submission of a form: it comes from a page whose origin is not among the form’s allowed origins. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Not acceptable. The Accept header excludes every form in which the answer exists. */
        NotAcceptable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Request too slow. The header or body of the request came too slowly, and the connection was closed. */
        RequestTimeout: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Gone. The cursor of the event feed is older than events are kept, so that what followed it may be gone. */
        Gone: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Body too large. A request body may have 1 MiB (1,048,576 bytes) at most, a submission of a form 64 KiB (65,536 bytes), a file to import 200 MiB (209,715,200 bytes). */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Unsupported media type. The Content-Type of the body is missing, or is not one that this operation takes. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Validation failed. The request was understood, but its values are not valid. `errors` maps every faulty field, named as it was sent, to its messages: 100 faults at most, and `detail` says where there are more. */
        ValidationFailed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Too many requests. The token (or, for failed authentication and requests to forms, the address) made more calls than its quota allows. */
        RateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Headers too large. The request line and header fields together may have 16 KiB at most, and there may be 500 fields. */
        HeadersTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Internal error. A fault of the service itself. The cause is in its log, never in the answer. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Service unavailable. The database is away, the service is overloaded, starting or stopping, or settings were changed while the call used them. */
        ServiceUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Conflict. The change would make a duplicate, or the state of the record forbids it. Nothing was changed. */
        Conflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Not found. No such path or record, or a record outside the data scope of the token. The two are not told apart, so that nothing is disclosed. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Changed meanwhile. The record was changed since the ETag in If-Match was read. Nothing was changed by this call. */
        PreconditionFailed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Malformed request. The request is not valid HTTP, its body is not valid JSON, or its text is not valid UTF-8. */
        PublicMalformedRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Not authenticated. The token is missing, malformed, expired or revoked, or the membership it belongs to is not active. */
        PublicUnauthenticated: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Not allowed. The token is valid, but does not carry the ability that this operation needs. It never depends on a record. For a submission of a form: it comes from a page whose origin is not among the form’s allowed origins. */
        PublicForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Not acceptable. The Accept header excludes every form in which the answer exists. */
        PublicNotAcceptable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Request too slow. The header or body of the request came too slowly, and the connection was closed. */
        PublicRequestTimeout: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Gone. The cursor of the event feed is older than events are kept, so that what followed it may be gone. */
        PublicGone: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Body too large. A request body may have 1 MiB (1,048,576 bytes) at most, a submission of a form 64 KiB (65,536 bytes), a file to import 200 MiB (209,715,200 bytes). */
        PublicPayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Unsupported media type. The Content-Type of the body is missing, or is not one that this operation takes. */
        PublicUnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Validation failed. The request was understood, but its values are not valid. `errors` maps every faulty field, named as it was sent, to its messages: 100 faults at most, and `detail` says where there are more. */
        PublicValidationFailed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Too many requests. The token (or, for failed authentication and requests to forms, the address) made more calls than its quota allows. */
        PublicRateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Headers too large. The request line and header fields together may have 16 KiB at most, and there may be 500 fields. */
        PublicHeadersTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Internal error. A fault of the service itself. The cause is in its log, never in the answer. */
        PublicInternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Service unavailable. The database is away, the service is overloaded, starting or stopping, or settings were changed while the call used them. */
        PublicServiceUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Not found. No such path or record, or a record outside the data scope of the token. The two are not told apart, so that nothing is disclosed. */
        PublicNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /** @description Membership public id, or several separated by commas; `none` for leads that nobody owns */
        FilterOwner: string;
        /** @description Team public id, or several separated by commas */
        FilterTeam: string;
        /** @description Source public id, or several separated by commas */
        FilterSource: string;
        /** @description Records a page; fewer come where they are large */
        PageSize: number;
        /** @description Cursor of the next page; take it from `links.next`, as it is */
        PageAfter: string;
        /** @description Any text of up to 255 visible characters, new for each new request. Sent again with the same payload within 24 hours, the first answer is given again, with `Idempotent-Replayed: true`; 409 where a lead that it shows was erased since. */
        IdempotencyKey: string;
        /** @description ETag that the caller has; 304 where the record still has it */
        IfNoneMatch: string;
        /** @description ETag that the record must still have; else 412 and nothing is changed */
        IfMatch: string;
        /** @description The cohort: leads created in this range, written as in the list of leads; `last_30_days` unless set */
        FilterCreatedAt: string;
    };
    requestBodies: never;
    headers: {
        /** @description Identifies the call; a well-formed one that the caller sent is kept */
        "X-Request-Id": string;
        /** @description Quota and window in seconds */
        "RateLimit-Policy": string;
        /** @description Calls left, and seconds until the quota is whole again */
        RateLimit: string;
        /** @description Seconds to wait */
        "Retry-After": number;
        /** @description How to authenticate */
        "WWW-Authenticate": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listLeads: {
        parameters: {
            query?: {
                /** @description Words that all must be found: each begins a word of the name, the email or its domain, or, with three digits and more, is part of the phone number. Case and accents do not matter */
                "filter[search]"?: string;
                /** @description The phone number, however it is written */
                "filter[phone]"?: string;
                /** @description The email address, in any case */
                "filter[email]"?: string;
                /** @description Status public id, or several separated by commas */
                "filter[status]"?: string;
                /** @description Leads in statuses of this kind */
                "filter[kind]"?: "open" | "won" | "lost";
                /** @description Membership public id, or several separated by commas; `none` for leads that nobody owns */
                "filter[owner]"?: components["parameters"]["FilterOwner"];
                /** @description Team public id, or several separated by commas */
                "filter[team]"?: components["parameters"]["FilterTeam"];
                /** @description Source public id, or several separated by commas */
                "filter[source]"?: components["parameters"]["FilterSource"];
                /** @description `A..B`, `A..`, `..B` (both ends included; dates are days in the organization’s time zone), a date, or `today`, `yesterday`, `this_week`, `last_week`, `this_month`, `last_month`, `this_quarter`, `this_year`, `last_N_days` (N up to 366) */
                "filter[created_at]"?: string;
                /** @description When the lead was last changed; written as `filter[created_at]` */
                "filter[updated_at]"?: string;
                /** @description When it had its last activity; written as `filter[created_at]` */
                "filter[last_activity_at]"?: string;
                /** @description `A..B`, `A..`, `..B`, both ends included, or one value */
                "filter[estimated_value]"?: string;
                "filter[score_band]"?: "hot" | "warm" | "cold";
                /** @description Newest first, coldest first, hottest first, or latest activity first */
                sort?: "-created_at" | "score" | "-score" | "-last_activity_at";
                /** @description Adds to each lead `stage`: since when it is in its status */
                include?: "stage";
                /** @description Records a page; fewer come where they are large */
                "page[size]"?: components["parameters"]["PageSize"];
                /** @description Cursor of the next page; take it from `links.next`, as it is */
                "page[after]"?: components["parameters"]["PageAfter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of leads, or the whole list as CSV or JSON lines */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListedLead"][];
                        links: components["schemas"]["PageLinks"];
                        meta: {
                            has_more: boolean;
                        };
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createLead: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of up to 255 visible characters, new for each new request. Sent again with the same payload within 24 hours, the first answer is given again, with `Idempotent-Replayed: true`; 409 where a lead that it shows was erased since. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LeadCreate"];
            };
        };
        responses: {
            /** @description The lead that was there already */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Lead"] | components["schemas"]["HiddenLead"];
                        /** @example true */
                        duplicate: boolean;
                        meta: {
                            matched_on: ("phone" | "email")[];
                            /** @description Where what differs was not kept: the lead has 20 re-enquiries of the last hour */
                            warning?: string;
                        };
                    };
                };
            };
            /** @description The new lead */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description Path of the new record */
                    Location?: string;
                    /** @description Changes with the lead; for If-Match and If-None-Match */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Lead"];
                        /** @example false */
                        duplicate: boolean;
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getLead: {
        parameters: {
            query?: {
                /** @description Adds the timeline: `activities`, `notes`, or both separated by a comma */
                include?: string;
            };
            header?: {
                /** @description ETag that the caller has; 304 where the lead still has it */
                "If-None-Match"?: string;
            };
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The lead; with `include`, its latest activities and notes, 50 of each at most and fewer where they are large, and where the others are */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description Changes with the lead; for If-Match and If-None-Match */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["LeadWithTimeline"];
                        links?: {
                            activities?: string | null;
                            notes?: string | null;
                        };
                    };
                };
            };
            /** @description Not changed */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    eraseLead: {
        parameters: {
            query?: {
                /** @description Kept in the audit trail; put nothing personal into it */
                reason?: string;
                /** @description Keep keyed hashes of phone and email, so that they are not captured again: a create answers 409, a form stores nothing */
                suppress?: boolean;
            };
            header?: {
                /** @description ETag that the lead must still have; else 412 and nothing is changed */
                "If-Match"?: string;
            };
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Erased */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["Gone"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    changeLead: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag that the lead must still have; else 412 and nothing is changed */
                "If-Match"?: string;
            };
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LeadPatch"];
                "application/merge-patch+json": components["schemas"]["LeadPatch"];
            };
        };
        responses: {
            /** @description The lead, as far as the token may read it */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description Changes with the lead; for If-Match and If-None-Match */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Lead"] | components["schemas"]["PartialLead"];
                        meta?: {
                            warning: string;
                        };
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    moveLead: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of up to 255 visible characters, new for each new request. Sent again with the same payload within 24 hours, the first answer is given again, with `Idempotent-Replayed: true`; 409 where a lead that it shows was erased since. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description ETag that the lead must still have; else 412 and nothing is changed */
                "If-Match"?: string;
            };
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Move"];
            };
        };
        responses: {
            /** @description The lead, as far as the token may read it, and the transition that was recorded */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description Changes with the lead; for If-Match and If-None-Match */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Lead"] | components["schemas"]["PartialLead"];
                        transition: components["schemas"]["Transition"] | components["schemas"]["PartialTransition"] | null;
                        meta?: {
                            warning: string;
                        };
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createLeads: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of up to 255 visible characters, new for each new request. Sent again with the same payload within 24 hours, the first answer is given again, with `Idempotent-Replayed: true`; 409 where a lead that it shows was erased since. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LeadBatch"];
            };
        };
        responses: {
            /** @description What became of each, in the order sent */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BatchOutcome"][];
                        meta: {
                            created: number;
                            duplicates: number;
                            failed: number;
                        };
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getLeadOptions: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag that the caller has; 304 where nothing has changed since */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The options */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description Changes with what is shown; for If-None-Match */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["LeadOptions"];
                    };
                };
            };
            /** @description Not changed */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listLeadOwners: {
        parameters: {
            query?: {
                /** @description Words that each begin a word of the name. Case and accents do not matter */
                "filter[search]"?: string;
                /** @description Records a page; fewer come where they are large */
                "page[size]"?: components["parameters"]["PageSize"];
                /** @description Cursor of the next page; take it from `links.next`, as it is */
                "page[after]"?: components["parameters"]["PageAfter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of members */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PossibleOwner"][];
                        links: components["schemas"]["PageLinks"];
                        meta: {
                            has_more: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listLeadActivities: {
        parameters: {
            query?: {
                /** @description Records a page; fewer come where they are large */
                "page[size]"?: components["parameters"]["PageSize"];
                /** @description Cursor of the next page; take it from `links.next`, as it is */
                "page[after]"?: components["parameters"]["PageAfter"];
            };
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of activities */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Activity"][];
                        links: components["schemas"]["PageLinks"];
                        meta: {
                            has_more: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    addLeadActivity: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of up to 255 visible characters, new for each new request. Sent again with the same payload within 24 hours, the first answer is given again, with `Idempotent-Replayed: true`; 409 where a lead that it shows was erased since. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ActivityCreate"];
            };
        };
        responses: {
            /** @description The activity */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description Path of the list that has it */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Activity"];
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listLeadNotes: {
        parameters: {
            query?: {
                /** @description Records a page; fewer come where they are large */
                "page[size]"?: components["parameters"]["PageSize"];
                /** @description Cursor of the next page; take it from `links.next`, as it is */
                "page[after]"?: components["parameters"]["PageAfter"];
            };
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of notes */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Note"][];
                        links: components["schemas"]["PageLinks"];
                        meta: {
                            has_more: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    addLeadNote: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of up to 255 visible characters, new for each new request. Sent again with the same payload within 24 hours, the first answer is given again, with `Idempotent-Replayed: true`; 409 where a lead that it shows was erased since. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NoteCreate"];
            };
        };
        responses: {
            /** @description The note */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description Path of the list that has it */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Note"];
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listLeadTransitions: {
        parameters: {
            query?: {
                /** @description Records a page; fewer come where they are large */
                "page[size]"?: components["parameters"]["PageSize"];
                /** @description Cursor of the next page; take it from `links.next`, as it is */
                "page[after]"?: components["parameters"]["PageAfter"];
            };
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of transitions */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Transition"][];
                        links: components["schemas"]["PageLinks"];
                        meta: {
                            has_more: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listLeadAudit: {
        parameters: {
            query?: {
                /** @description Records a page; fewer come where they are large */
                "page[size]"?: components["parameters"]["PageSize"];
                /** @description Cursor of the next page; take it from `links.next`, as it is */
                "page[after]"?: components["parameters"]["PageAfter"];
            };
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of audit entries */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AuditEntry"][];
                        links: components["schemas"]["PageLinks"];
                        meta: {
                            has_more: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getLeadAssignment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The assignment */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Assignment"];
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getLeadScore: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The score and what it is made of */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["LeadScore"];
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token’s membership and abilities */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Me"];
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignIn"];
            };
        };
        responses: {
            /** @description Who has signed in */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The session: `__Host-leadline` */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Me"];
                    };
                };
            };
            400: components["responses"]["PublicMalformedRequest"];
            401: components["responses"]["PublicUnauthenticated"];
            403: components["responses"]["PublicForbidden"];
            406: components["responses"]["PublicNotAcceptable"];
            408: components["responses"]["PublicRequestTimeout"];
            410: components["responses"]["PublicGone"];
            413: components["responses"]["PublicPayloadTooLarge"];
            415: components["responses"]["PublicUnsupportedMediaType"];
            422: components["responses"]["PublicValidationFailed"];
            429: components["responses"]["PublicRateLimited"];
            431: components["responses"]["PublicHeadersTooLarge"];
            500: components["responses"]["PublicInternalError"];
            503: components["responses"]["PublicServiceUnavailable"];
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed out */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description The session: `__Host-leadline` */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listSessions: {
        parameters: {
            query?: {
                /** @description Records a page; fewer come where they are large */
                "page[size]"?: components["parameters"]["PageSize"];
                /** @description Cursor of the next page; take it from `links.next`, as it is */
                "page[after]"?: components["parameters"]["PageAfter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of sessions */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Session"][];
                        links: components["schemas"]["PageLinks"];
                        meta: {
                            has_more: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ended */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    inviteMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of up to 255 visible characters, new for each new request. Sent again with the same payload within 24 hours, the first answer is given again, with `Idempotent-Replayed: true`; 409 where a lead that it shows was erased since. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Invitation"];
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Acceptance"];
            };
        };
        responses: {
            /** @description Who has signed in */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The session: `__Host-leadline` */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Me"];
                    };
                };
            };
            400: components["responses"]["PublicMalformedRequest"];
            403: components["responses"]["PublicForbidden"];
            404: components["responses"]["PublicNotFound"];
            406: components["responses"]["PublicNotAcceptable"];
            408: components["responses"]["PublicRequestTimeout"];
            410: components["responses"]["PublicGone"];
            413: components["responses"]["PublicPayloadTooLarge"];
            415: components["responses"]["PublicUnsupportedMediaType"];
            422: components["responses"]["PublicValidationFailed"];
            429: components["responses"]["PublicRateLimited"];
            431: components["responses"]["PublicHeadersTooLarge"];
            500: components["responses"]["PublicInternalError"];
            503: components["responses"]["PublicServiceUnavailable"];
        };
    };
    getOrganization: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag that the caller has; 304 where the record still has it */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The organization */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description Changes with the record; for If-Match */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Organization"];
                    };
                };
            };
            /** @description Not changed */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    changeOrganization: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag that the record must still have; else 412 and nothing is changed */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganizationPatch"];
                "application/merge-patch+json": components["schemas"]["OrganizationPatch"];
            };
        };
        responses: {
            /** @description The organization */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description Changes with the record; for If-Match */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Organization"];
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listTeams: {
        parameters: {
            query?: {
                /** @description Records a page; fewer come where they are large */
                "page[size]"?: components["parameters"]["PageSize"];
                /** @description Cursor of the next page; take it from `links.next`, as it is */
                "page[after]"?: components["parameters"]["PageAfter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of teams */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Team"][];
                        links: components["schemas"]["PageLinks"];
                        meta: {
                            has_more: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createTeam: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of up to 255 visible characters, new for each new request. Sent again with the same payload within 24 hours, the first answer is given again, with `Idempotent-Replayed: true`; 409 where a lead that it shows was erased since. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TeamCreate"];
            };
        };
        responses: {
            /** @description The new team */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description Path of the new record */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Team"];
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getTeam: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag that the caller has; 304 where the record still has it */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The team */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description Changes with the record; for If-Match */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Team"];
                    };
                };
            };
            /** @description Not changed */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    changeTeam: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag that the record must still have; else 412 and nothing is changed */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TeamPatch"];
                "application/merge-patch+json": components["schemas"]["TeamPatch"];
            };
        };
        responses: {
            /** @description The team */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description Changes with the record; for If-Match */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Team"];
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listMemberships: {
        parameters: {
            query?: {
                /** @description Words that each begin a word of the name, or the beginning of the email. Case and accents do not matter */
                "filter[search]"?: string;
                "filter[role]"?: "agent" | "manager" | "admin";
                /** @description Team public id; `none` for those without a team */
                "filter[team]"?: string;
                /** @description Whether they are active */
                "filter[active]"?: boolean;
                /** @description Newest first, or by name without case and accents */
                sort?: "-created_at" | "name";
                /** @description Records a page; fewer come where they are large */
                "page[size]"?: components["parameters"]["PageSize"];
                /** @description Cursor of the next page; take it from `links.next`, as it is */
                "page[after]"?: components["parameters"]["PageAfter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of memberships */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Membership"][];
                        links: components["schemas"]["PageLinks"];
                        meta: {
                            has_more: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createMembership: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of up to 255 visible characters, new for each new request. Sent again with the same payload within 24 hours, the first answer is given again, with `Idempotent-Replayed: true`; 409 where a lead that it shows was erased since. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MembershipCreate"];
            };
        };
        responses: {
            /** @description The new membership */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description Path of the new record */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Membership"];
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    countMemberships: {
        parameters: {
            query: {
                "filter[role]"?: "agent" | "manager" | "admin";
                /** @description Team public id; `none` for those without a team */
                "filter[team]"?: string;
                /** @description Whether they are active */
                "filter[active]"?: boolean;
                /** @description What to group by */
                group_by: "role" | "team";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The groups */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["MembershipCount"][];
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getMembership: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag that the caller has; 304 where the record still has it */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The membership */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description Changes with the record; for If-Match */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Membership"];
                    };
                };
            };
            /** @description Not changed */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    changeMembership: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag that the record must still have; else 412 and nothing is changed */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MembershipPatch"];
                "application/merge-patch+json": components["schemas"]["MembershipPatch"];
            };
        };
        responses: {
            /** @description The membership */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description Changes with the record; for If-Match */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Membership"];
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listTokens: {
        parameters: {
            query?: {
                /** @description Records a page; fewer come where they are large */
                "page[size]"?: components["parameters"]["PageSize"];
                /** @description Cursor of the next page; take it from `links.next`, as it is */
                "page[after]"?: components["parameters"]["PageAfter"];
                "filter[kind]"?: "token" | "session";
                /** @description Membership public id: only what belongs to it */
                "filter[membership]"?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of tokens */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Token"][];
                        links: components["schemas"]["PageLinks"];
                        meta: {
                            has_more: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    issueToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of up to 255 visible characters, new for each new request. Sent again with the same payload within 24 hours, the first answer is given again, with `Idempotent-Replayed: true`; 409 where a lead that it shows was erased since. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TokenCreate"];
            };
        };
        responses: {
            /** @description The new token, with its secret */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description Path of the new record */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["IssuedToken"];
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Token"];
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    revokeToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listStatuses: {
        parameters: {
            query?: {
                /** @description Records a page; fewer come where they are large */
                "page[size]"?: components["parameters"]["PageSize"];
                /** @description Cursor of the next page; take it from `links.next`, as it is */
                "page[after]"?: components["parameters"]["PageAfter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of statuses */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Status"][];
                        links: components["schemas"]["PageLinks"];
                        meta: {
                            has_more: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createStatus: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of up to 255 visible characters, new for each new request. Sent again with the same payload within 24 hours, the first answer is given again, with `Idempotent-Replayed: true`; 409 where a lead that it shows was erased since. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StatusCreate"];
            };
        };
        responses: {
            /** @description The new status */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description Path of the new record */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Status"];
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getStatus: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag that the caller has; 304 where the record still has it */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description Changes with the record; for If-Match */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Status"];
                    };
                };
            };
            /** @description Not changed */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    changeStatus: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag that the record must still have; else 412 and nothing is changed */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StatusPatch"];
                "application/merge-patch+json": components["schemas"]["StatusPatch"];
            };
        };
        responses: {
            /** @description The status */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description Changes with the record; for If-Match */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Status"];
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listSources: {
        parameters: {
            query?: {
                /** @description Records a page; fewer come where they are large */
                "page[size]"?: components["parameters"]["PageSize"];
                /** @description Cursor of the next page; take it from `links.next`, as it is */
                "page[after]"?: components["parameters"]["PageAfter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of sources */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Source"][];
                        links: components["schemas"]["PageLinks"];
                        meta: {
                            has_more: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createSource: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of up to 255 visible characters, new for each new request. Sent again with the same payload within 24 hours, the first answer is given again, with `Idempotent-Replayed: true`; 409 where a lead that it shows was erased since. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SourceCreate"];
            };
        };
        responses: {
            /** @description The new source */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description Path of the new record */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Source"];
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getSource: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag that the caller has; 304 where the record still has it */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The source */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description Changes with the record; for If-Match */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Source"];
                    };
                };
            };
            /** @description Not changed */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    changeSource: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag that the record must still have; else 412 and nothing is changed */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SourcePatch"];
                "application/merge-patch+json": components["schemas"]["SourcePatch"];
            };
        };
        responses: {
            /** @description The source */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description Changes with the record; for If-Match */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Source"];
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listCustomFields: {
        parameters: {
            query?: {
                /** @description Records a page; fewer come where they are large */
                "page[size]"?: components["parameters"]["PageSize"];
                /** @description Cursor of the next page; take it from `links.next`, as it is */
                "page[after]"?: components["parameters"]["PageAfter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of custom fields */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CustomField"][];
                        links: components["schemas"]["PageLinks"];
                        meta: {
                            has_more: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createCustomField: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of up to 255 visible characters, new for each new request. Sent again with the same payload within 24 hours, the first answer is given again, with `Idempotent-Replayed: true`; 409 where a lead that it shows was erased since. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomFieldCreate"];
            };
        };
        responses: {
            /** @description The new custom field */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description Path of the new record */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CustomField"];
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getCustomField: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag that the caller has; 304 where the record still has it */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The custom field */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description Changes with the record; for If-Match */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CustomField"];
                    };
                };
            };
            /** @description Not changed */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    changeCustomField: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag that the record must still have; else 412 and nothing is changed */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomFieldPatch"];
                "application/merge-patch+json": components["schemas"]["CustomFieldPatch"];
            };
        };
        responses: {
            /** @description The custom field */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description Changes with the record; for If-Match */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CustomField"];
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listDistributionRules: {
        parameters: {
            query?: {
                /** @description Records a page; fewer come where they are large */
                "page[size]"?: components["parameters"]["PageSize"];
                /** @description Cursor of the next page; take it from `links.next`, as it is */
                "page[after]"?: components["parameters"]["PageAfter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of distribution rules */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DistributionRule"][];
                        links: components["schemas"]["PageLinks"];
                        meta: {
                            has_more: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createDistributionRule: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of up to 255 visible characters, new for each new request. Sent again with the same payload within 24 hours, the first answer is given again, with `Idempotent-Replayed: true`; 409 where a lead that it shows was erased since. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DistributionRuleCreate"];
            };
        };
        responses: {
            /** @description The new distribution rule */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description Path of the new record */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DistributionRule"];
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getDistributionRule: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag that the caller has; 304 where the record still has it */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The distribution rule */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description Changes with the record; for If-Match */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DistributionRule"];
                    };
                };
            };
            /** @description Not changed */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteDistributionRule: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag that the record must still have; else 412 and nothing is changed */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["Gone"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    changeDistributionRule: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag that the record must still have; else 412 and nothing is changed */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DistributionRulePatch"];
                "application/merge-patch+json": components["schemas"]["DistributionRulePatch"];
            };
        };
        responses: {
            /** @description The distribution rule */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description Changes with the record; for If-Match */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DistributionRule"];
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    simulateDistribution: {
        parameters: {
            query?: never;
            header?: {
                /** @description Taken, and not needed: nothing is written, so it may be sent again as it is. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Simulation"];
            };
        };
        responses: {
            /** @description What would happen */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SimulatedAssignment"] | components["schemas"]["Replay"];
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getScoring: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The model, and how far leads have been scored with it */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description Changes with the record; for If-Match */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Scoring"];
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    replaceScoring: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag that the record must still have; else 412 and nothing is changed */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScoringReplacement"];
            };
        };
        responses: {
            /** @description The new model */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description Changes with the record; for If-Match */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Scoring"];
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["Gone"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    simulateScoring: {
        parameters: {
            query?: never;
            header?: {
                /** @description Taken, and not needed: nothing is written, so it may be sent again as it is. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScoringReplacement"];
            };
        };
        responses: {
            /** @description Leads by band, now and then */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ScoringSimulation"];
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    countLeads: {
        parameters: {
            query: {
                /** @description Words that all must be found: each begins a word of the name, the email or its domain, or, with three digits and more, is part of the phone number. Case and accents do not matter */
                "filter[search]"?: string;
                /** @description The phone number, however it is written */
                "filter[phone]"?: string;
                /** @description The email address, in any case */
                "filter[email]"?: string;
                /** @description Status public id, or several separated by commas */
                "filter[status]"?: string;
                /** @description Leads in statuses of this kind */
                "filter[kind]"?: "open" | "won" | "lost";
                /** @description Membership public id, or several separated by commas; `none` for leads that nobody owns */
                "filter[owner]"?: components["parameters"]["FilterOwner"];
                /** @description Team public id, or several separated by commas */
                "filter[team]"?: components["parameters"]["FilterTeam"];
                /** @description Source public id, or several separated by commas */
                "filter[source]"?: components["parameters"]["FilterSource"];
                /** @description `A..B`, `A..`, `..B` (both ends included; dates are days in the organization’s time zone), a date, or `today`, `yesterday`, `this_week`, `last_week`, `this_month`, `last_month`, `this_quarter`, `this_year`, `last_N_days` (N up to 366) */
                "filter[created_at]"?: string;
                /** @description When the lead was last changed; written as `filter[created_at]` */
                "filter[updated_at]"?: string;
                /** @description When it had its last activity; written as `filter[created_at]` */
                "filter[last_activity_at]"?: string;
                /** @description `A..B`, `A..`, `..B`, both ends included, or one value */
                "filter[estimated_value]"?: string;
                "filter[score_band]"?: "hot" | "warm" | "cold";
                /** @description What to group by */
                group_by: "status" | "owner" | "team" | "source" | "score_band";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The groups */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["LeadCount"][];
                        meta?: {
                            /**
                             * Format: date-time
                             * @description Only where a replica answers: what happened by then is taken into account, what came later perhaps not
                             * @example 2026-01-31T09:30:00.000Z
                             */
                            as_of?: string;
                        };
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    reportFunnel: {
        parameters: {
            query?: {
                /** @description The cohort: leads created in this range, written as in the list of leads; `last_30_days` unless set */
                "filter[created_at]"?: components["parameters"]["FilterCreatedAt"];
                /** @description Source public id, or several separated by commas */
                "filter[source]"?: components["parameters"]["FilterSource"];
                /** @description Membership public id, or several separated by commas; `none` for leads that nobody owns */
                "filter[owner]"?: components["parameters"]["FilterOwner"];
                /** @description Team public id, or several separated by commas */
                "filter[team]"?: components["parameters"]["FilterTeam"];
                /** @description What had been recorded by then; now unless set. With it a report can be repeated */
                as_of?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The funnel */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Funnel"];
                        meta: components["schemas"]["ReportMeta"];
                    };
                    "text/csv": string;
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    reportVelocity: {
        parameters: {
            query?: {
                /** @description The cohort: leads created in this range, written as in the list of leads; `last_30_days` unless set */
                "filter[created_at]"?: components["parameters"]["FilterCreatedAt"];
                /** @description Source public id, or several separated by commas */
                "filter[source]"?: components["parameters"]["FilterSource"];
                /** @description Membership public id, or several separated by commas; `none` for leads that nobody owns */
                "filter[owner]"?: components["parameters"]["FilterOwner"];
                /** @description Team public id, or several separated by commas */
                "filter[team]"?: components["parameters"]["FilterTeam"];
                /** @description What had been recorded by then; now unless set. With it a report can be repeated */
                as_of?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The velocity */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Velocity"];
                        meta: components["schemas"]["ReportMeta"];
                    };
                    "text/csv": string;
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    reportConversion: {
        parameters: {
            query?: {
                /** @description The cohort: leads created in this range, written as in the list of leads; `last_30_days` unless set */
                "filter[created_at]"?: components["parameters"]["FilterCreatedAt"];
                /** @description Source public id, or several separated by commas */
                "filter[source]"?: components["parameters"]["FilterSource"];
                /** @description Membership public id, or several separated by commas; `none` for leads that nobody owns */
                "filter[owner]"?: components["parameters"]["FilterOwner"];
                /** @description Team public id, or several separated by commas */
                "filter[team]"?: components["parameters"]["FilterTeam"];
                /** @description What had been recorded by then; now unless set. With it a report can be repeated */
                as_of?: string;
                /** @description What to group by; `source` unless set */
                group_by?: "source" | "owner" | "team" | "week" | "month" | "status";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The conversion */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Conversion"];
                        meta: components["schemas"]["ReportMeta"];
                    };
                    "text/csv": string;
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listReportLeads: {
        parameters: {
            query?: {
                /** @description The cohort: leads created in this range, written as in the list of leads; `last_30_days` unless set */
                "filter[created_at]"?: components["parameters"]["FilterCreatedAt"];
                /** @description Source public id, or several separated by commas */
                "filter[source]"?: components["parameters"]["FilterSource"];
                /** @description Membership public id, or several separated by commas; `none` for leads that nobody owns */
                "filter[owner]"?: components["parameters"]["FilterOwner"];
                /** @description Team public id, or several separated by commas */
                "filter[team]"?: components["parameters"]["FilterTeam"];
                /** @description What had been recorded by then; now unless set. With it a report can be repeated */
                as_of?: string;
                /** @description What the report counted; all its leads unless set */
                figure?: "leads" | "entered" | "reached" | "won" | "lost" | "open" | "finished" | "unfinished" | "decided" | "waiting" | "assigned" | "open_cap" | "daily_cap";
                /** @description Of this stage */
                stage?: string;
                group_by?: "source" | "owner" | "team" | "week" | "month" | "status";
                /** @description Of this group: a public id, the first day of a week or month, or `none` */
                group?: string;
                /** @description Of this distribution rule: a public id, or `none` for leads that no rule assigned */
                rule?: string;
                /** @description Of this member */
                member?: string;
                /** @description Records a page; fewer come where they are large */
                "page[size]"?: components["parameters"]["PageSize"];
                /** @description Cursor of the next page; take it from `links.next`, as it is */
                "page[after]"?: components["parameters"]["PageAfter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of leads */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Lead"][];
                        links: components["schemas"]["PageLinks"];
                        meta: {
                            has_more: boolean;
                            /**
                             * Format: date-time
                             * @description Only where a replica answers: what happened by then is taken into account, what came later perhaps not
                             * @example 2026-01-31T09:30:00.000Z
                             */
                            as_of?: string;
                        };
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    reportDistribution: {
        parameters: {
            query?: {
                /** @description The cohort: leads created in this range, written as in the list of leads; `last_30_days` unless set */
                "filter[created_at]"?: components["parameters"]["FilterCreatedAt"];
                /** @description Source public id, or several separated by commas */
                "filter[source]"?: components["parameters"]["FilterSource"];
                /** @description Membership public id, or several separated by commas; `none` for leads that nobody owns */
                "filter[owner]"?: components["parameters"]["FilterOwner"];
                /** @description Team public id, or several separated by commas */
                "filter[team]"?: components["parameters"]["FilterTeam"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DistributionReport"];
                        meta: {
                            definition: string;
                            /**
                             * Format: date-time
                             * @description Leads created from here on
                             * @example 2026-01-31T09:30:00.000Z
                             */
                            from: string | null;
                            /**
                             * Format: date-time
                             * @description Leads created before
                             * @example 2026-01-31T09:30:00.000Z
                             */
                            to: string | null;
                            /** @description Leads of the range that distribution decided about */
                            cohort_size: number;
                            /** @description Of these, leads that still wait for somebody */
                            waiting: number;
                            /**
                             * Format: date-time
                             * @description Only where a replica answers: what happened by then is taken into account, what came later perhaps not
                             * @example 2026-01-31T09:30:00.000Z
                             */
                            as_of?: string;
                        };
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listViews: {
        parameters: {
            query?: {
                /** @description Records a page; fewer come where they are large */
                "page[size]"?: components["parameters"]["PageSize"];
                /** @description Cursor of the next page; take it from `links.next`, as it is */
                "page[after]"?: components["parameters"]["PageAfter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of views */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["View"][];
                        links: components["schemas"]["PageLinks"];
                        meta: {
                            has_more: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createView: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of up to 255 visible characters, new for each new request. Sent again with the same payload within 24 hours, the first answer is given again, with `Idempotent-Replayed: true`; 409 where a lead that it shows was erased since. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ViewCreate"];
            };
        };
        responses: {
            /** @description The new view */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description Path of the new record */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["View"];
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The view */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["View"];
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    changeView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ViewPatch"];
                "application/merge-patch+json": components["schemas"]["ViewPatch"];
            };
        };
        responses: {
            /** @description The view */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["View"];
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    changeLeads: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of up to 255 visible characters, new for each new request. Sent again with the same payload within 24 hours, the first answer is given again, with `Idempotent-Replayed: true`; 409 where a lead that it shows was erased since. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkRequest"];
            };
        };
        responses: {
            /** @description The leads will be changed */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description Path of the new record */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Job"];
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listJobs: {
        parameters: {
            query?: {
                /** @description Records a page; fewer come where they are large */
                "page[size]"?: components["parameters"]["PageSize"];
                /** @description Cursor of the next page; take it from `links.next`, as it is */
                "page[after]"?: components["parameters"]["PageAfter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of jobs */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Job"][];
                        links: components["schemas"]["PageLinks"];
                        meta: {
                            has_more: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Job"];
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    stopJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is stopped */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listImports: {
        parameters: {
            query?: {
                /** @description Records a page; fewer come where they are large */
                "page[size]"?: components["parameters"]["PageSize"];
                /** @description Cursor of the next page; take it from `links.next`, as it is */
                "page[after]"?: components["parameters"]["PageAfter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of imports */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Import"][];
                        links: components["schemas"]["PageLinks"];
                        meta: {
                            has_more: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createImport: {
        parameters: {
            query?: {
                /** @description What people call it; the name of the file, say */
                name?: string;
                /** @description For rows that name no source */
                source?: string;
                /** @description Count and check only; nothing is written */
                dry_run?: boolean;
                /** @description `fill` puts values into empty fields of the lead that is there */
                on_duplicate?: "skip" | "fill";
                /** @description What becomes of a column that no field has the name of, and no `mapping` names: `ignore` leaves it out */
                unmapped?: "refuse" | "ignore";
                /** @description The field that a column goes to, by the name of the column: `mapping[Mobile no]=phone`; `ignore` for none. Columns that are named like a field or its label map themselves. */
                mapping?: {
                    [key: string]: string;
                };
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description UTF-8, with or without a byte order mark; commas, semicolons or tabs between cells, a header line. Up to 200 MB, 1,000,000 rows and 250 columns. */
        requestBody: {
            content: {
                "text/csv": string;
            };
        };
        responses: {
            /** @description It will be processed */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description Path of the new record */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Import"];
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The import */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Import"];
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    cancelImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is stopped */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listImportFailures: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rows */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listForms: {
        parameters: {
            query?: {
                /** @description Records a page; fewer come where they are large */
                "page[size]"?: components["parameters"]["PageSize"];
                /** @description Cursor of the next page; take it from `links.next`, as it is */
                "page[after]"?: components["parameters"]["PageAfter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of forms */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Form"][];
                        links: components["schemas"]["PageLinks"];
                        meta: {
                            has_more: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createForm: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of up to 255 visible characters, new for each new request. Sent again with the same payload within 24 hours, the first answer is given again, with `Idempotent-Replayed: true`; 409 where a lead that it shows was erased since. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FormCreate"];
            };
        };
        responses: {
            /** @description The new form */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description Path of the new record */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Form"];
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getForm: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag that the caller has; 304 where the record still has it */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The form */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description Changes with the record; for If-Match */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Form"];
                    };
                };
            };
            /** @description Not changed */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    changeForm: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag that the record must still have; else 412 and nothing is changed */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FormPatch"];
                "application/merge-patch+json": components["schemas"]["FormPatch"];
            };
        };
        responses: {
            /** @description The form */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description Changes with the record; for If-Match */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Form"];
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    submitForm: {
        parameters: {
            query?: never;
            header?: {
                /** @description Set by browsers: where the page comes from that sends */
                Origin?: string;
                /** @description Language of the messages in `errors`: `en` or `hi` */
                "Accept-Language"?: string;
            };
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Submission"];
                "application/x-www-form-urlencoded": components["schemas"]["Submission"];
            };
        };
        responses: {
            /** @description It was received */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The allowed origin that it was sent from */
                    "Access-Control-Allow-Origin"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Received"];
                    };
                };
            };
            400: components["responses"]["PublicMalformedRequest"];
            403: components["responses"]["PublicForbidden"];
            404: components["responses"]["PublicNotFound"];
            406: components["responses"]["PublicNotAcceptable"];
            408: components["responses"]["PublicRequestTimeout"];
            410: components["responses"]["PublicGone"];
            413: components["responses"]["PublicPayloadTooLarge"];
            415: components["responses"]["PublicUnsupportedMediaType"];
            422: components["responses"]["PublicValidationFailed"];
            429: components["responses"]["PublicRateLimited"];
            431: components["responses"]["PublicHeadersTooLarge"];
            500: components["responses"]["PublicInternalError"];
            503: components["responses"]["PublicServiceUnavailable"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description Types, separated by commas: lead.created, lead.updated, lead.moved, lead.assigned, lead.reenquired, lead.note_added, lead.activity_added, lead.erased */
                "filter[type]"?: string;
                /** @description Events of one lead, by its public id */
                "filter[lead]"?: string;
                /** @description When it happened: must be a date, A..B, A.., ..B (dates or times such as 2026-01-31T09:30:00Z), or a keyword such as today, this_month, last_30_days */
                "filter[occurred_at]"?: string;
                /** @description Records a page; fewer come where they are large */
                "page[size]"?: components["parameters"]["PageSize"];
                /** @description Where to go on: from `links.next`, as it is, also with other filters; `now`: only what happens from now on. Left out: from the oldest event that is kept */
                "page[after]"?: string;
                /** @description Where there is nothing yet: wait for something, so many seconds at most. A stream waits in any case */
                wait?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Event"][];
                        links: {
                            /** @description Where to go on, now or later */
                            next: string;
                        };
                        meta: {
                            /** @description True if more can be read at once */
                            has_more: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    streamEvents: {
        parameters: {
            query?: {
                /** @description Types, separated by commas: lead.created, lead.updated, lead.moved, lead.assigned, lead.reenquired, lead.note_added, lead.activity_added, lead.erased */
                "filter[type]"?: string;
                /** @description Events of one lead, by its public id */
                "filter[lead]"?: string;
                /** @description When it happened: must be a date, A..B, A.., ..B (dates or times such as 2026-01-31T09:30:00Z), or a keyword such as today, this_month, last_30_days */
                "filter[occurred_at]"?: string;
                /** @description Records a page; fewer come where they are large */
                "page[size]"?: components["parameters"]["PageSize"];
                /** @description Where to go on: from `links.next`, as it is, also with other filters; `now`: only what happens from now on. Left out: from the oldest event that is kept */
                "page[after]"?: string;
                /** @description Where there is nothing yet: wait for something, so many seconds at most. A stream waits in any case */
                wait?: number;
            };
            header?: {
                /** @description Cursor of the last event that was seen; takes precedence over `page[after]` */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Server-sent events */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description Records a page; fewer come where they are large */
                "page[size]"?: components["parameters"]["PageSize"];
                /** @description Cursor of the next page; take it from `links.next`, as it is */
                "page[after]"?: components["parameters"]["PageAfter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of webhooks */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Webhook"][];
                        links: components["schemas"]["PageLinks"];
                        meta: {
                            has_more: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of up to 255 visible characters, new for each new request. Sent again with the same payload within 24 hours, the first answer is given again, with `Idempotent-Replayed: true`; 409 where a lead that it shows was erased since. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookCreate"];
            };
        };
        responses: {
            /** @description The new webhook */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description Path of the new record */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookWithSecret"];
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description Changes with the record; for If-Match */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Webhook"];
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag that the record must still have; else 412 and nothing is changed */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["Gone"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    changeWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag that the record must still have; else 412 and nothing is changed */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookPatch"];
                "application/merge-patch+json": components["schemas"]["WebhookPatch"];
            };
        };
        responses: {
            /** @description The webhook */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description Changes with the record; for If-Match */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Webhook"];
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of up to 255 visible characters, new for each new request. Sent again with the same payload within 24 hours, the first answer is given again, with `Idempotent-Replayed: true`; 409 where a lead that it shows was erased since. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook, with its new secret */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookWithSecret"];
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of up to 255 visible characters, new for each new request. Sent again with the same payload within 24 hours, the first answer is given again, with `Idempotent-Replayed: true`; 409 where a lead that it shows was erased since. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What came of it */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookTestResult"];
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    replayWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of up to 255 visible characters, new for each new request. Sent again with the same payload within 24 hours, the first answer is given again, with `Idempotent-Replayed: true`; 409 where a lead that it shows was erased since. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookReplay"];
            };
        };
        responses: {
            /** @description They will be sent */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Webhook"];
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Only deliveries of this status */
                "filter[status]"?: "pending" | "succeeded" | "failed";
                /** @description Records a page; fewer come where they are large */
                "page[size]"?: components["parameters"]["PageSize"];
                /** @description Cursor of the next page; take it from `links.next`, as it is */
                "page[after]"?: components["parameters"]["PageAfter"];
            };
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookDelivery"][];
                        links: components["schemas"]["PageLinks"];
                        meta: {
                            has_more: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    redeliver: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of up to 255 visible characters, new for each new request. Sent again with the same payload within 24 hours, the first answer is given again, with `Idempotent-Replayed: true`; 409 where a lead that it shows was erased since. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                public_id: string;
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It will be sent */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookDelivery"];
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listAuditEntries: {
        parameters: {
            query?: {
                /** @description What was done, by the name of the action */
                "filter[action]"?: string;
                /** @description Who did it: public id of a membership */
                "filter[actor]"?: string;
                /** @description What it was done to: public id of a lead, a form, a token… */
                "filter[subject]"?: string;
                /** @description Kind of what it was done to */
                "filter[subject_type]"?: "organization" | "team" | "membership" | "token" | "status" | "source" | "custom_field" | "distribution_rule" | "scoring" | "form" | "import" | "webhook" | "view" | "job" | "lead";
                /** @description When it happened: must be a date, A..B, A.., ..B (dates or times such as 2026-01-31T09:30:00Z), or a keyword such as today, this_month, last_30_days */
                "filter[occurred_at]"?: string;
                /** @description Records a page; fewer come where they are large */
                "page[size]"?: components["parameters"]["PageSize"];
                /** @description Cursor of the next page; take it from `links.next`, as it is */
                "page[after]"?: components["parameters"]["PageAfter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of audit entries */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AuditEntry"][];
                        links: components["schemas"]["PageLinks"];
                        meta: {
                            has_more: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
}
