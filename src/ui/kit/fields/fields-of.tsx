import { memo } from "react";
import type { StoreApi, UseBoundStore } from "zustand";
import type { FieldName, Schema } from "#core/configuration/fields.ts";
import type { Uses } from "#core/configuration/uses.ts";
import { QuantityField, type QuantityFieldProps } from "./quantity-field.tsx";
import { More, useChanged } from "./group.tsx";
import { SchemaField } from "./schema-field.tsx";

interface FieldsOptions<State, Config extends { lab: string; version: number }> {
  schema: Schema<Config>;
  /** The lab's store, and the configuration in it. */
  of: UseBoundStore<StoreApi<State>>;
  config(state: State): Config;
  edit(change: Partial<Config>): void;
  /** Returns the text of a choice. */
  text?(choice: string, name: FieldName<Config>): string;
  /** Why the configuration with a new value is invalid; undefined if it is valid. Default: the schema's message. */
  check?(name: FieldName<Config>, value: unknown, config: Config): string | undefined;
  /** The fields with a slider, and its ends. */
  sliders?: Partial<Record<FieldName<Config>, readonly [min: number, max: number]>>;
  /** When a field has an effect. Default: always. */
  uses?: Uses<Config>;
  /** When a field that has an effect is shown. Default: always. */
  when?: Partial<Record<FieldName<Config>, (config: Config) => boolean>>;
}

interface FieldsProps<Name> {
  of?: readonly Name[];
  /** Rarely needed fields, folded. */
  more?: readonly Name[];
}

/** Returns a component that shows the controls of a configuration's fields by their names. A control follows its own value only. */
export function fieldsOf<State, Config extends { lab: string; version: number }>(
  options: FieldsOptions<State, Config>,
) {
  const { schema, of: useStore, config: configOf, edit, text, sliders, uses, when } = options;
  const { check = (name, value, config) => refusalOf(() => schema.parse({ ...config, [name]: value })) } = options;
  type Name = FieldName<Config>;
  const ConfigField = memo(function ConfigField({ name }: { name: Name }) {
    const value = useStore((state) => configOf(state)[name]);
    const field = schema.fields[name];
    const [min, max] = sliders?.[name] ?? [];
    useChanged(name, String(value) !== String(schema.defaults[name]));
    return (
      <SchemaField
        field={field}
        value={value}
        onChange={(value) => edit({ [name]: value } as Partial<Config>)}
        text={text && ((choice) => text(choice, name))}
        check={(value) => check(name, field.kind === "number" ? Number(value) : value, configOf(useStore.getState()))}
        slider={min === undefined || max === undefined ? undefined : { min, max }}
      />
    );
  });
  /** The fields that have a meaning now, as one text, so that other changes render nothing. */
  const isMeant = (name: Name, config: Config) =>
    (uses?.[name]?.when(config) ?? true) && (when?.[name]?.(config) ?? true);
  const useMeant = (names: readonly Name[]) =>
    useStore((state) => names.filter((name) => isMeant(name, configOf(state))).join(" "));
  return function ConfigFields({ of = [], more = [] }: FieldsProps<Name>) {
    const [shown, folded] = [useMeant(of), useMeant(more)].map((names) =>
      names
        .split(" ")
        .filter(Boolean)
        .map((name) => <ConfigField key={name} name={name as Name} />),
    );
    return (
      <>
        {shown}
        {folded.length > 0 && <More>{folded}</More>}
      </>
    );
  };
}

/** Returns the message of an error without its prefix; undefined if there is no error. */
export function refusalOf(parse: () => unknown): string | undefined {
  try {
    parse();
    return undefined;
  } catch (error) {
    return (error as Error).message.replace(/^[\w/-]+: /, "");
  }
}

/** A number beside the configuration: its name and limits in a link, and its control. */
export type NumberParameter = Pick<
  QuantityFieldProps,
  "label" | "description" | "unit" | "min" | "max" | "step" | "integer" | "slider"
>;

interface NumberFieldProps<Key extends string> {
  of: { key: Key } & NumberParameter;
  values: Readonly<Record<Key, number>>;
  onChange: (change: Partial<Record<Key, number>>) => void;
  /** The largest value at present, if it is less than the link's limit. */
  max?: number;
}

/** The control of a number beside the configuration. */
export function NumberField<Key extends string>({ of, values, onChange, max = of.max }: NumberFieldProps<Key>) {
  const { key, ...field } = of;
  return (
    <QuantityField
      {...field}
      max={max}
      value={values[key]}
      onChange={(value) => onChange({ [key]: value } as Partial<Record<Key, number>>)}
    />
  );
}
