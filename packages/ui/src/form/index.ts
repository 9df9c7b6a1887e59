export { describeForm, type FormField, type JsonSchema } from './describe-form.ts';
export { type EntryPanel, entrySchema } from './entry-schema.ts';
export { type FormComplaint, type FormReading, type FormState, formStateOf, readForm } from './form-state.ts';
export { type FormWords, nameApart, useFormWords } from './form-words.ts';
export { SchemaForm } from './schema-form.tsx';
