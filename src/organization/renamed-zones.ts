/** Time zones that IANA has renamed, as browsers and older systems still call them, and countries' own names of theirs. */
const renamed = `
Africa/Asmera Africa/Asmara
America/Buenos_Aires America/Argentina/Buenos_Aires
America/Catamarca America/Argentina/Catamarca
America/Cordoba America/Argentina/Cordoba
America/Fort_Wayne America/Indiana/Indianapolis
America/Godthab America/Nuuk
America/Indianapolis America/Indiana/Indianapolis
America/Jujuy America/Argentina/Jujuy
America/Louisville America/Kentucky/Louisville
America/Mendoza America/Argentina/Mendoza
Asia/Ashkhabad Asia/Ashgabat
Asia/Calcutta Asia/Kolkata
Asia/Chongqing Asia/Shanghai
Asia/Chungking Asia/Shanghai
Asia/Dacca Asia/Dhaka
Asia/Istanbul Europe/Istanbul
Asia/Katmandu Asia/Kathmandu
Asia/Macao Asia/Macau
Asia/Rangoon Asia/Yangon
Asia/Saigon Asia/Ho_Chi_Minh
Asia/Tel_Aviv Asia/Jerusalem
Asia/Thimbu Asia/Thimphu
Asia/Ujung_Pandang Asia/Makassar
Asia/Ulan_Bator Asia/Ulaanbaatar
Atlantic/Faeroe Atlantic/Faroe
Australia/ACT Australia/Sydney
Australia/Canberra Australia/Sydney
Australia/LHI Australia/Lord_Howe
Australia/North Australia/Darwin
Australia/NSW Australia/Sydney
Australia/Queensland Australia/Brisbane
Australia/South Australia/Adelaide
Australia/Tasmania Australia/Hobart
Australia/Victoria Australia/Melbourne
Australia/West Australia/Perth
Brazil/East America/Sao_Paulo
Brazil/West America/Manaus
Canada/Atlantic America/Halifax
Canada/Central America/Winnipeg
Canada/Eastern America/Toronto
Canada/Mountain America/Edmonton
Canada/Newfoundland America/St_Johns
Canada/Pacific America/Vancouver
Chile/Continental America/Santiago
Etc/Greenwich Etc/GMT
Etc/UCT Etc/UTC
Etc/Universal Etc/UTC
Etc/Zulu Etc/UTC
Europe/Kiev Europe/Kyiv
Mexico/General America/Mexico_City
Pacific/Enderbury Pacific/Kanton
Pacific/Ponape Pacific/Pohnpei
Pacific/Samoa Pacific/Pago_Pago
Pacific/Truk Pacific/Chuuk
US/Alaska America/Anchorage
US/Arizona America/Phoenix
US/Central America/Chicago
US/Eastern America/New_York
US/Hawaii Pacific/Honolulu
US/Mountain America/Denver
US/Pacific America/Los_Angeles
`;

/** The present name by the former one, in lower case. */
export const presentNames: ReadonlyMap<string, string> = new Map(
  renamed
    .trim()
    .split('\n')
    .map((line) => {
      const [former = '', present = ''] = line.split(' ');
      return [former.toLowerCase(), present];
    }),
);
