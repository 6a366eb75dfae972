-- Who may call what 20261123001270 brought. Can be run again at any time, after the grants before it.

revoke all on function private.hold_back_news(), private.most_news_an_hour() from public, anon, authenticated;
