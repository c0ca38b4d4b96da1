import {
  CircleDot,
  CirclePlus,
  History,
  Mail,
  MapPin,
  MessageCircle,
  MessageSquareText,
  MoveRight,
  Pencil,
  Phone,
  Repeat,
  StickyNote,
  UserRound,
  Users,
} from 'lucide-react';

const icons = {
  note: StickyNote,
  call: Phone,
  email: Mail,
  meeting: Users,
  whatsapp: MessageCircle,
  sms: MessageSquareText,
  visit: MapPin,
  other: CircleDot,
  created: CirclePlus,
  reenquiry: Repeat,
  moved: MoveRight,
  assigned: UserRound,
  updated: Pencil,
  audit: History,
} as const;

export type Kind = keyof typeof icons;

export function KindIcon({ kind, className = 'size-4' }: { kind: Kind; className?: string }) {
  const Icon = icons[kind];
  return <Icon className={className} aria-hidden="true" />;
}
