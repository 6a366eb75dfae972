-- Cities are known by the short names that people type. A file of its own: no table is held meanwhile.
refresh materialized view private.places;

-- Amounts, "A/C", "R&D", a requirement's reference and more are found once the schedule has come to each row.
select private.renew_search();
