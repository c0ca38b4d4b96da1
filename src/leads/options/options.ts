import { PAGE_BYTES } from '../../db/page-bytes.ts';
import { etagOf } from '../../http/etag.ts';
import { requiredFields } from '../../pipeline/stage-rules.ts';
import { oncePerSettings } from '../../settings/once.ts';
import type { CustomFieldSetting, Settings, StatusSetting } from '../../settings/snapshot.ts';

/** What the fields of a lead can be, as the body of an answer, with its ETag. The same for every caller of the organization. */
export const leadOptions = oncePerSettings((settings: Settings) => {
  const { statuses, sources, customFields, scoring } = settings;
  const room = { bytes: PAGE_BYTES };
  const data = {
    statuses: [...statuses.byId.values()].filter(isUsable).map((status) => presentStatus(settings, status)),
    sources: [...sources.byId.values()].filter(isUsable).map(({ public_id, name }) => ({ public_id, name })),
    custom_fields: customFields.filter(isUsable).map((field) => presentField(field, room)),
    score_bands: scoring.bands,
  };
  const body = JSON.stringify({ data });
  return { body, etag: etagOf(body) };
});

const isUsable = ({ archived }: { archived: boolean }): boolean => !archived;

function presentStatus(settings: Settings, setting: StatusSetting) {
  const { id: _, number: __, archived: ___, ...status } = setting;
  const isTarget = (publicId: string) => settings.statuses.byPublicId.get(publicId)?.archived === false;
  return {
    ...status,
    allowed_next: status.allowed_next?.filter(isTarget) ?? null,
    required_fields: requiredFields(settings, setting),
  };
}

/** Two hundred fields may have 32 KiB of options each: lists are shown as long as there is room. */
function presentField({ id: _, archived: __, options, ...field }: CustomFieldSetting, room: { bytes: number }) {
  const bytes = Buffer.byteLength(JSON.stringify(options));
  const isShown = bytes <= room.bytes;
  if (isShown) room.bytes -= bytes;
  return { ...field, options: isShown ? options : null };
}
