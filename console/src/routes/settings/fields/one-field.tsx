import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { recordQuery } from '../../../api/settings.ts';
import { FieldForm } from './field-form.tsx';

export function OneField() {
  const { record } = useParams({ from: '/signed-in/settings/fields/$record' });
  return record === 'new' ? <FieldForm key="new" seen={null} /> : <KnownField key={record} id={record} />;
}

function KnownField({ id }: { id: string }) {
  const { data: seen } = useSuspenseQuery(recordQuery('custom-fields', id));
  return <FieldForm seen={seen} />;
}
