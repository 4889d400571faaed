// A member's API key in the members area: its details and the editable fields. Only the answer that creates a secret
// contains it.
import { type Static, Type } from 'typebox';
import type { KeyCall, SettingsDocument } from '../../application/ports.ts';
import { type ApiKey, type ModuleType, moduleTypes } from '../../domain/keys/api-key.ts';

const ModuleTypeName = Type.Enum(Object.keys(moduleTypes) as ModuleType[]);

export const KeyReply = Type.Object(
  {
    id: Type.Integer(),
    prefix: Type.String({ description: 'How the key begins; the rest is not kept.' }),
    module_type: ModuleTypeName,
    site: Type.String(),
    active: Type.Boolean(),
    demo_mode: Type.Boolean(),
    created: Type.String(),
  },
  { $id: 'AccountKey' },
);

export const NewKeyReply = Type.Object(
  { ...KeyReply.properties, key: Type.String({ description: 'Shown this once.' }) },
  { $id: 'NewAccountKey' },
);

export const AddKeyBody = Type.Object({
  module_type: ModuleTypeName,
  site: Type.String(),
  demo_mode: Type.Optional(Type.Boolean()),
});

export const ChangeKeyBody = Type.Partial(
  Type.Object({
    module_type: ModuleTypeName,
    site: Type.String(),
    active: Type.Boolean(),
    demo_mode: Type.Boolean(),
  }),
);

/** The stored document, unchecked; fields are checked when a client changes them. */
export const SettingsReply = Type.Object(
  {
    module_setting: Type.Record(Type.String(), Type.Unknown()),
    warehouses: Type.Array(Type.Unknown()),
    rules: Type.Array(Type.Unknown()),
    package_type_rules: Type.Array(Type.Unknown()),
  },
  { $id: 'KeySettings' },
);

export const KeyCallReply = Type.Object(
  {
    at: Type.String(),
    method: Type.String(),
    path: Type.String(),
    status: Type.Integer(),
    ms: Type.Integer(),
    refusal: Type.Union([Type.String(), Type.Null()]),
    why: Type.Union([Type.String(), Type.Null()]),
    request_id: Type.String(),
  },
  { $id: 'KeyCall' },
);

export function presentKeyCall(call: KeyCall): Static<typeof KeyCallReply> {
  return {
    at: new Date(call.atMs).toISOString(),
    method: call.method,
    path: call.path,
    status: call.status,
    ms: call.tookMs,
    refusal: call.refusal ?? null,
    why: call.why ?? null,
    request_id: call.requestId,
  };
}

export function presentKey(key: ApiKey): Static<typeof KeyReply> {
  return {
    id: key.id,
    prefix: key.prefix,
    module_type: key.moduleType,
    site: key.site,
    active: key.isActive,
    demo_mode: key.isDemo,
    created: new Date(key.createdAtMs).toISOString(),
  };
}

export function parseKeyChange(body: Static<typeof ChangeKeyBody>) {
  return {
    moduleType: body.module_type,
    site: body.site?.trim(),
    isActive: body.active,
    isDemo: body.demo_mode,
  };
}

export function presentSettings({
  prices_agreed: _notShown,
  ...parts
}: SettingsDocument): Static<typeof SettingsReply> {
  return parts;
}
