/** Who did it, by the joins below; all null: the service itself. */
export interface ActorColumns extends CallerColumns {
  form_public_id: string | null;
  form_name: string | null;
  import_public_id: string | null;
  import_name: string | null;
}

/** Who asked for it: a token or session, and its membership. */
export interface CallerColumns {
  token_public_id: string | null;
  token_name: string | null;
  membership_public_id: string | null;
  membership_name: string | null;
}

export const callerColumns = `tokens.public_id as token_public_id, tokens.name as token_name,
  memberships.public_id as membership_public_id, memberships.name as membership_name`;

export const actorColumns = `${callerColumns}, forms.public_id as form_public_id, forms.name as form_name,
  imports.public_id as import_public_id, imports.name as import_name`;

/** `of`: the columns of its ids begin with this. */
export const joinCaller = (organization: string, of: string): string => `
  left join tokens on tokens.organization_id = ${organization} and tokens.id = ${of}token_id
  left join memberships on memberships.organization_id = ${organization} and memberships.id = ${of}membership_id`;

export const joinActor = (organization: string, of: string): string => `${joinCaller(organization, of)}
  left join forms on forms.organization_id = ${organization} and forms.id = ${of}form_id
  left join imports on imports.organization_id = ${organization} and imports.id = ${of}import_id`;
